import type { CurrentUser } from '#web/features/account/session/index.tsx'
import { MessageButton } from '#web/features/messages/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { AttachmentIcon, MembersIcon, SettingsIcon } from '#web/ui/icons.ts'
import { HeaderLink } from './header-link.tsx'
import { UserMenu } from './user-menu.tsx'

/** The right side of the header for signed-in users: product links and the account menu. */
export function UserControls({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('frame-more')
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
