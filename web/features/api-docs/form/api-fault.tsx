import { bodyText } from '#web/features/page/content/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { Fault } from './json-source-edit.ts'

/** An API page whose text cannot be read: what is wrong with it, and the text. */
export function ApiFault(props: {
  text: string
  fault: Fault
  isPreview: boolean | undefined
  onOutline: ((entries: OutlineEntry[]) => void) | undefined
}) {
  const { text, fault, isPreview, onOutline } = props
  const { t } = useTranslation('api-page')
  const { kind, line, column, name } = fault
  const shown = bodyText(text)
  return (
    <>
      <Banner tone="warn">{t(`fault.${kind}`, { line, column, name })}</Banner>
      <MarkdownBody
        mode={isPreview ? 'preview' : 'read'}
        text={shown === text ? `\`\`\`\`\`json\n${text}\n\`\`\`\`\`\n` : shown}
        {...(onOutline && { onOutline })}
      />
    </>
  )
}
