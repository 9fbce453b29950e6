import type { api } from '#web/lib/api.ts'

/** What somebody has said of a page, and for editors what all have. */
export type Stat = Awaited<ReturnType<typeof api.pageFeedback.getStat>>

/** 1 helpful, 2 not, 0 nothing. */
export type Vote = 0 | 1 | 2

/** What a vote makes of what is known, until the server has told. */
export function applyVote({ my_feedback, helpful_count, unhelpful_count }: Stat, vote: Vote): Stat {
  const by = (kind: Vote) => Number(vote === kind) - Number(my_feedback === kind)
  return {
    my_feedback: vote,
    ...(helpful_count !== undefined && { helpful_count: helpful_count + by(1) }),
    ...(unhelpful_count !== undefined && { unhelpful_count: unhelpful_count + by(2) }),
  }
}
