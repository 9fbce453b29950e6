import { type Lang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LanguageIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'

/** Returns the menu entry to choose the language. */
export function useLanguageEntry(): MenuEntry {
  const { t, i18n } = useTranslation('layout')
  return {
    kind: 'choice',
    id: 'language',
    label: t('language'),
    value: i18n.language,
    onValue: (value) => void setLang(value as Lang),
    options: Object.entries(langNames).map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> })),
  }
}

/** The language button for visitors. */
export function LanguageMenu() {
  const { t } = useTranslation('layout')
  const entry = useLanguageEntry()
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('language')}>
          <LanguageIcon />
        </IconButton>
      }
      entries={[entry]}
    />
  )
}
