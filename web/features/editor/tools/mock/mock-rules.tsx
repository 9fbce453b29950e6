import { useEffect, useState } from 'react'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'

const loads = {
  en: async () => (await import('./mock-rules-en.ts')).mockRulesEn,
  zh: async () => (await import('./mock-rules-zh.ts')).mockRulesZh,
}

/** Shows the rules and placeholders of templates, with examples. */
export function MockRules() {
  useTranslation() // re-renders when the language changes
  const lang = currentLang()
  const [text, setText] = useState('')
  useEffect(() => {
    let isWanted = true
    void loads[lang]().then((loaded) => isWanted && setText(loaded))
    return () => {
      isWanted = false
    }
  }, [lang])
  return text && <MarkdownBody text={text} mode="preview" />
}
