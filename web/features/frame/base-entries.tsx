import { useAtomValue, useSetAtom } from 'jotai'
import { openJobsAtom } from '#web/features/job/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { currentLang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { themeAtom, themeChoiceAtom } from '#web/lib/theme.ts'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'
import { CardsIcon, DarkThemeIcon, HelpIcon, ImportIcon, KeyboardIcon, LanguageIcon, UserIcon } from '#web/ui/icons.ts'
import { shortcutsOpenAtom } from './shortcuts-atom.ts'

/** The palette entries that exist on every screen. */
export function useBaseEntries(): PaletteEntry[] {
  const { t } = useTranslation(['frame', 'job'])
  const user = useAtomValue(userAtom)
  const theme = useAtomValue(themeAtom)
  const setTheme = useSetAtom(themeChoiceAtom)
  const showShortcuts = useSetAtom(shortcutsOpenAtom)
  const openJobs = useSetAtom(openJobsAtom)
  const other = currentLang() === 'zh' ? 'en' : 'zh'
  const places: PaletteEntry[] = user
    ? [
        { id: 'items', group: t('goTo'), title: t('items'), icon: <CardsIcon />, to: '/item/index', shortcut: 'g h' },
        { id: 'centre', group: t('goTo'), title: t('userCentre'), icon: <UserIcon />, to: '/user/setting' },
        { id: 'jobs', group: t('goTo'), title: t('job:title'), icon: <ImportIcon />, run: () => openJobs(true) },
      ]
    : [{ id: 'signIn', group: t('goTo'), title: t('signIn'), icon: <UserIcon />, to: '/user/login' }]
  return [
    ...places,
    { id: 'api', group: t('goTo'), title: t('apiReference'), icon: <HelpIcon />, to: '/help/api' },
    {
      id: 'theme',
      group: t('actions'),
      title: t('theme.toggle'),
      icon: <DarkThemeIcon />,
      shortcut: 'mod+shift+l',
      words: 'dark light theme 深色 浅色 主题',
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'language',
      group: t('actions'),
      title: `${t('language')}: ${langNames[other]}`,
      icon: <LanguageIcon />,
      words: 'language english chinese 语言 中文 英文',
      run: () => void setLang(other),
    },
    {
      id: 'keys',
      group: t('actions'),
      title: t('keys.title'),
      icon: <KeyboardIcon />,
      shortcut: '?',
      run: () => showShortcuts(true),
    },
  ]
}
