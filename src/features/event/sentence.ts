import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import type { EventFacts } from './facts.ts'

/** Returns one sentence about an event, without a period: plain text. */
export function eventSentence(facts: EventFacts, lang: Lang): string {
  const { event, actor, page, object = '', project, api, reason } = facts
  const { events, reasons, nobody } = mailTexts(lang)
  return fillText(reason ? reasons[reason] : events[event], {
    who: actor.name || actor.username || nobody,
    page: page?.title || object,
    name: object,
    project: project?.name ?? '',
    breaking: api?.breaking ?? 0,
  })
}

// The form of a mail or a chat message; the webhook's JSON has more.
const linesMost = 10

/** Returns what changed in an API, a line for each change: plain text. */
export const changeLines = ({ api }: EventFacts): string[] =>
  (api?.changes ?? []).slice(0, linesMost).map(({ operation, text }) => (operation ? `${operation}: ${text}` : text))
