import { useTranslation } from '#web/lib/i18n.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MembersIcon } from '#web/ui/icons.ts'

/** What stands in place of a team that is not there, or that one is not in: which of the two is not told. */
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
