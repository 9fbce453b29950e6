import { useMemo } from 'react'
import type { MarkdownLabels } from '#shared/api-doc/page-markdown.ts'
import { useTranslation } from '#web/lib/i18n.ts'

const names = [
  'path',
  'header',
  'query',
  'cookie',
  'body',
  'bodyFields',
  'example',
  'success',
  'failure',
  'remark',
  'name',
  'type',
  'required',
  'value',
  'meaning',
  'yes',
  'no',
  'fromItem',
  'answer',
  'answerRemark',
  'connection',
  'setTo',
  'subProtocols',
  'reconnect',
  'attempts',
  'endless',
  'heartbeat',
  'message',
] as const satisfies (keyof MarkdownLabels)[]

/** Returns the labels for the Markdown of an API page. */
export function useMarkdownLabels(): MarkdownLabels {
  const { t } = useTranslation('api-page')
  return useMemo(() => Object.fromEntries(names.map((name) => [name, t(`reading.${name}`)])) as MarkdownLabels, [t])
}
