import { useSetAtom } from 'jotai'
import { type CurrentUser, signOutAtom } from '#web/features/session/index.tsx'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href, navigate } from '#web/lib/route.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { HelpIcon, KeyboardIcon, LanguageIcon, LightThemeIcon, SignOutIcon, UserIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './header.module.css'
import { useLanguageEntry } from './language-menu.tsx'
import { shortcutsOpenAtom } from './shortcuts-atom.ts'
import { useThemeEntry } from './theme-menu.tsx'

/** The menu under the avatar of the person who is signed in. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('frame')
  const signOut = useSetAtom(signOutAtom)
  const showShortcuts = useSetAtom(shortcutsOpenAtom)
  const theme = useThemeEntry()
  const language = useLanguageEntry()
  const name = user.name || user.username
  const leave = async () => {
    try {
      await signOut()
      navigate('/')
      toast.ok(t('signedOut'))
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  const entries: MenuEntry[] = [
    { kind: 'label', id: 'who', label: name === user.username ? name : `${name} · ${user.username}` },
    { id: 'centre', label: t('userCentre'), icon: <UserIcon />, href: href('/user/setting') },
    { kind: 'sub', id: 'theme', label: t('theme.label'), icon: <LightThemeIcon />, entries: [theme] },
    { kind: 'sub', id: 'language', label: t('language'), icon: <LanguageIcon />, entries: [language] },
    {
      id: 'keys',
      label: t('keys.title'),
      icon: <KeyboardIcon />,
      shortcut: '?',
      onSelect: () => showShortcuts(true),
    },
    { id: 'api', label: t('apiReference'), icon: <HelpIcon />, href: href('/help/api') },
    { kind: 'separator', id: 'end' },
    { id: 'out', label: t('signOut'), icon: <SignOutIcon />, onSelect: () => void leave() },
  ]
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.user} aria-label={t('account', { name })}>
          <Avatar name={name} size={28} />
        </button>
      }
      entries={entries}
    />
  )
}
