import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import type { EventFacts } from './facts.ts'

/** Returns one sentence about an event, without a period: plain text. */
export function eventSentence({ event, actor, page, object = '', project }: EventFacts, lang: Lang): string {
  const { events, nobody } = mailTexts(lang)
  return fillText(events[event], {
    who: actor.name || actor.username || nobody,
    page: page?.title || object,
    name: object,
    project: project?.name ?? '',
  })
}
