import { useAtomValue, useSetAtom } from 'jotai'
import { aboutOpenAtom, shortcutsOpenAtom } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { openJobsAtom } from '#web/features/jobs/index.tsx'
import { currentLang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { signInPath } from '#web/lib/route.ts'
import { themeAtom, themeChoiceAtom } from '#web/lib/theme.ts'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'
import {
  ApiItemIcon,
  AttachmentIcon,
  CardsIcon,
  DarkThemeIcon,
  HelpIcon,
  ImportIcon,
  InfoIcon,
  KeyboardIcon,
  LanguageIcon,
  MembersIcon,
  MessageIcon,
  SettingsIcon,
  UserIcon,
} from '#web/ui/icons.ts'

/** Returns the screens that the user can navigate to. */
function usePlaces(): PaletteEntry[] {
  const { t } = useTranslation('search')
  const user = useAtomValue(userAtom)
  const openJobs = useSetAtom(openJobsAtom)
  const group = t('goTo')
  const help: PaletteEntry[] = [
    { id: 'guide', group, title: t('guide'), icon: <HelpIcon />, to: '/help', words: 'help 帮助' },
    { id: 'api', group, title: t('apiReference'), icon: <ApiItemIcon />, to: '/help/api' },
  ]
  if (!user) return [{ id: 'signIn', group, title: t('signIn'), icon: <UserIcon />, to: signInPath() }, ...help]
  return [
    { id: 'items', group, title: t('items'), icon: <CardsIcon />, to: '/item/index', shortcut: 'g h' },
    { id: 'messages', group, title: t('messages'), icon: <MessageIcon />, to: '/message/index', shortcut: 'g m' },
    { id: 'teams', group, title: t('teams'), icon: <MembersIcon />, to: '/team/index' },
    { id: 'attachments', group, title: t('attachments'), icon: <AttachmentIcon />, to: '/attachment/index' },
    { id: 'centre', group, title: t('userCentre'), icon: <UserIcon />, to: '/user/setting' },
    ...(user.groupid === '1'
      ? [{ id: 'admin', group, title: t('admin'), icon: <SettingsIcon />, to: '/admin/index' }]
      : []),
    { id: 'jobs', group, title: t('jobs'), icon: <ImportIcon />, run: () => openJobs(true) },
    ...help,
  ]
}

/** Returns the palette entries that exist on every screen. */
export function useBaseEntries(): PaletteEntry[] {
  const { t } = useTranslation('search')
  const theme = useAtomValue(themeAtom)
  const setTheme = useSetAtom(themeChoiceAtom)
  const showShortcuts = useSetAtom(shortcutsOpenAtom)
  const showAbout = useSetAtom(aboutOpenAtom)
  const places = usePlaces()
  const other = currentLang() === 'zh' ? 'en' : 'zh'
  const group = t('actions')
  return [
    ...places,
    {
      id: 'theme',
      group,
      title: t('theme'),
      icon: <DarkThemeIcon />,
      shortcut: 'mod+shift+l',
      words: 'dark light theme 深色 浅色 主题',
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'language',
      group,
      title: t('language', { name: langNames[other] }),
      icon: <LanguageIcon />,
      words: 'language english chinese 语言 中文 英文',
      run: () => void setLang(other),
    },
    { id: 'keys', group, title: t('keys'), icon: <KeyboardIcon />, shortcut: '?', run: () => showShortcuts(true) },
    { id: 'about', group, title: t('about'), icon: <InfoIcon />, run: () => showAbout(true) },
  ]
}
