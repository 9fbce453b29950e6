import { useMemo } from 'react'
import { bodyText } from '#web/features/page/content/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { readApi } from './api-source.ts'
import { isFault } from './json-source-edit.ts'

/** An API page whose text cannot be read: what is wrong with it, and the text. */
export function ApiFault(props: {
  text: string
  isPreview: boolean | undefined
  onOutline: ((entries: OutlineEntry[]) => void) | undefined
}) {
  const { text, isPreview, onOutline } = props
  const { t } = useTranslation('api-page')
  const fault = useMemo(() => readApi(text), [text])
  const shown = bodyText(text)
  return (
    <>
      {isFault(fault) && (
        <Banner tone="warn">
          {t(`fault.${fault.kind}`, { line: fault.line, column: fault.column, name: fault.name })}
        </Banner>
      )}
      <MarkdownBody
        mode={isPreview ? 'preview' : 'read'}
        text={shown === text ? `\`\`\`\`\`json\n${text}\n\`\`\`\`\`\n` : shown}
        {...(onOutline && { onOutline })}
      />
    </>
  )
}
