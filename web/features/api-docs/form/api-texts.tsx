import { type ReactNode, useMemo } from 'react'
import { versionToMarkdown } from '#shared/api-doc/page-markdown.ts'
import { bodyText } from '#web/features/page/content/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { readApi } from './api-source.ts'
import { isFault } from './json-source-edit.ts'
import { useMarkdownLabels } from './use-markdown-labels.ts'

/**
 * Converts two versions of a page to Markdown for a readable diff; pages other than API pages are passed on as their
 * text.
 */
export function ApiTexts(props: {
  old: string
  next: string
  children: (shown: { old: string; next: string }) => ReactNode
}) {
  const { old, next, children } = props
  const { t } = useTranslation(['api-page', 'api-reading'])
  const words = useMarkdownLabels()
  const shown = useMemo(() => {
    const textOf = (text: string) => {
      const read = readApi(text)
      if (isFault(read)) return bodyText(text)
      const { status } = read.doc
      return versionToMarkdown(read.doc, words, status === '0' ? '' : t(`api-reading:status.${status as '1'}`))
    }
    return { old: textOf(old), next: textOf(next) }
  }, [old, next, words, t])
  return children(shown)
}
