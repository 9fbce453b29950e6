import { useEffect, useState } from 'react'
import { MarkdownBody } from '#web/features/markdown/index.tsx'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'

const loads = {
  en: async () => (await import('./mock-rules-en.ts')).mockRulesEn,
  zh: async () => (await import('./mock-rules-zh.ts')).mockRulesZh,
}

/** The rules and placeholders of templates, with examples. */
export function MockRules() {
  const { i18n } = useTranslation()
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text changes with the language
  useEffect(() => {
    let isWanted = true
    void loads[currentLang()]().then((loaded) => isWanted && setText(loaded))
    return () => {
      isWanted = false
    }
  }, [i18n.language])
  return text && <MarkdownBody text={text} mode="preview" />
}
