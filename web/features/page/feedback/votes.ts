import type { api } from '#web/lib/api.ts'

/** A user's feedback on a page, and for editors that of all users. */
export type Stat = Awaited<ReturnType<typeof api.pageFeedback.getStat>>

/** 1 helpful, 2 not helpful, 0 no vote. */
export type Vote = 0 | 1 | 2

/** Returns the expected feedback after a vote, until the server has responded. */
export function applyVote({ my_feedback, helpful_count, unhelpful_count }: Stat, vote: Vote): Stat {
  const by = (kind: Vote) => Number(vote === kind) - Number(my_feedback === kind)
  return {
    my_feedback: vote,
    ...(helpful_count !== undefined && { helpful_count: helpful_count + by(1) }),
    ...(unhelpful_count !== undefined && { unhelpful_count: unhelpful_count + by(2) }),
  }
}
