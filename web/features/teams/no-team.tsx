import { useTranslation } from '#web/lib/i18n.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MembersIcon } from '#web/ui/icons.ts'

/** Shown for a team that does not exist or that the user is not in; it does not reveal which. */
export function NoTeam() {
  const { t } = useTranslation('team')
  return (
    <EmptyState
      icon={<MembersIcon data-size="32" />}
      text={t('gone.text')}
      help={t('gone.help')}
      action={<ButtonLink to="/team/index">{t('gone.action')}</ButtonLink>}
    />
  )
}
