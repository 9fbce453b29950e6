import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { type ThemeChoice, themeAtom, themeChoiceAtom } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DarkThemeIcon, LightThemeIcon, SystemThemeIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'

/** Returns the menu entry to choose the theme. */
export function useThemeEntry(): MenuEntry {
  const { t } = useTranslation('layout')
  const [choice, setChoice] = useAtom(themeChoiceAtom)
  return {
    kind: 'choice',
    id: 'theme',
    label: t('theme.label'),
    value: choice,
    onValue: (value) => setChoice(value as ThemeChoice),
    options: [
      { value: 'system', label: t('theme.system'), icon: <SystemThemeIcon /> },
      { value: 'light', label: t('theme.light'), icon: <LightThemeIcon /> },
      { value: 'dark', label: t('theme.dark'), icon: <DarkThemeIcon /> },
    ],
  }
}

/** The theme button for visitors. */
export function ThemeMenu() {
  const { t } = useTranslation('layout')
  const theme = useAtomValue(themeAtom)
  const entry = useThemeEntry()
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('theme.label')}>{theme === 'dark' ? <DarkThemeIcon /> : <LightThemeIcon />}</IconButton>
      }
      entries={[entry]}
    />
  )
}
