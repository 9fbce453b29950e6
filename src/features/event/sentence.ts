import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import type { EventFacts } from './facts.ts'

/** Returns one sentence about an event, without a period: plain text. */
export function eventSentence({ event, actor, page, object = '', project, api }: EventFacts, lang: Lang): string {
  const { events, nobody } = mailTexts(lang)
  return fillText(events[event], {
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
