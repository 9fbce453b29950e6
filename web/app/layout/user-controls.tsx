import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { type CurrentUser, useSignOut } from '#web/features/account/session/index.tsx'
import { MessageButton } from '#web/features/messages/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useLayout } from '#web/lib/media.ts'
import { href, Link, useLocation } from '#web/lib/route.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ApiItemIcon, InfoIcon, LanguageIcon, LightThemeIcon, MessageIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import {
  AttachmentIcon,
  CommentIcon,
  HelpIcon,
  KeyboardIcon,
  MembersIcon,
  SettingsIcon,
  SignOutIcon,
  UserIcon,
} from '#web/ui/screen-icons.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { aboutOpenAtom, feedbackOpenAtom, shortcutsOpenAtom } from './global-dialog-atoms.ts'
import styles from './header.module.css'
import { useLanguageEntry } from './language-menu.tsx'
import { useThemeEntry } from './theme-menu.tsx'

/** An icon link in the header; in narrow windows it moves to the account menu. */
function HeaderLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const [path] = useLocation()
  const section = to.split('/')[1] ?? ''
  return (
    <Tooltip text={label}>
      <Link
        href={to}
        className={styles.link}
        aria-label={label}
        aria-current={path.startsWith(`/${section}/`) ? 'page' : undefined}
      >
        {children}
      </Link>
    </Tooltip>
  )
}

/** Returns the links that do not fit into a narrow header. */
function usePlaces(user: CurrentUser): MenuEntry[] {
  const { t } = useTranslation('app-menu')
  const layout = useLayout()
  if (layout !== 'phone' && layout !== 'narrow') return []
  return [
    { id: 'messages', label: t('messages'), icon: <MessageIcon />, href: href('/message/index') },
    { id: 'teams', label: t('teams'), icon: <MembersIcon />, href: href('/team/index') },
    { id: 'attachments', label: t('attachments'), icon: <AttachmentIcon />, href: href('/attachment/index') },
    ...(user.groupid === '1'
      ? [{ id: 'admin', label: t('admin'), icon: <SettingsIcon />, href: href('/admin/index') }]
      : []),
    { kind: 'separator', id: 'places' },
  ]
}

/** The menu under the avatar of the signed-in user. */
function UserMenu({ user }: { user: CurrentUser }) {
  const { t } = useTranslation(['layout', 'app-menu'])
  const signOut = useSignOut()
  const showShortcuts = useSetAtom(shortcutsOpenAtom)
  const showAbout = useSetAtom(aboutOpenAtom)
  const showFeedback = useSetAtom(feedbackOpenAtom)
  const places = usePlaces(user)
  const theme = useThemeEntry()
  const language = useLanguageEntry()
  const name = user.name || user.username
  const entries: MenuEntry[] = [
    { kind: 'label', id: 'who', label: name === user.username ? name : `${name} · ${user.username}` },
    ...places,
    { id: 'centre', label: t('userCentre'), icon: <UserIcon />, href: href('/user/setting') },
    { kind: 'sub', id: 'theme', label: t('theme.label'), icon: <LightThemeIcon />, entries: [theme] },
    { kind: 'sub', id: 'language', label: t('language'), icon: <LanguageIcon />, entries: [language] },
    { kind: 'separator', id: 'help' },
    {
      id: 'keys',
      label: t('app-menu:keys.title'),
      icon: <KeyboardIcon />,
      shortcut: '?',
      onSelect: () => showShortcuts(true),
    },
    { id: 'guide', label: t('app-menu:guide'), icon: <HelpIcon />, href: href('/help') },
    { id: 'api', label: t('apiReference'), icon: <ApiItemIcon />, href: href('/help/api') },
    {
      id: 'feedback',
      label: t('app-menu:feedback'),
      icon: <CommentIcon />,
      onSelect: () => showFeedback(true),
    },
    { id: 'about', label: t('app-menu:about.open'), icon: <InfoIcon />, onSelect: () => showAbout(true) },
    { kind: 'separator', id: 'end' },
    {
      id: 'out',
      label: t('signOut'),
      icon: <SignOutIcon />,
      onSelect: () => void signOut(localized(() => i18next.t('layout:signedOut'))),
    },
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

/** The right side of the header for signed-in users: product links and the account menu. */
export function UserControls({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('app-menu')
  return (
    <>
      <MessageButton />
      <HeaderLink to="/team/index" label={t('teams')}>
        <MembersIcon />
      </HeaderLink>
      <HeaderLink to="/attachment/index" label={t('attachments')}>
        <AttachmentIcon />
      </HeaderLink>
      {user.groupid === '1' && (
        <HeaderLink to="/admin/index" label={t('admin')}>
          <SettingsIcon />
        </HeaderLink>
      )}
      <UserMenu user={user} />
    </>
  )
}
