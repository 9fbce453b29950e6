import { type Lang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'

/** First run, step 1: the language of the interface, which changes at once. */
export function LanguageStep() {
  const { t, i18n } = useTranslation('setup')
  return (
    <RadioCards<Lang>
      label={t('language.title')}
      hideLabel
      value={i18n.language === 'zh' ? 'zh' : 'en'}
      onValue={(lang) => void setLang(lang)}
      options={(['zh', 'en'] as const).map((value) => ({ value, label: <span lang={value}>{langNames[value]}</span> }))}
    />
  )
}
