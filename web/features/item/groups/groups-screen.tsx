import { useAtomValue } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { GroupsPanel } from './groups-panel.tsx'

/** The screen `/item/group/index`: the groups dialog as a page. */
export function ItemGroups() {
  const { t } = useTranslation('item-group')
  const user = useAtomValue(sessionAtom)
  useTitle(user ? t('title') : undefined)
  if (!user) return <RedirectTo path="/user/login?redirect=/item/group/index" />
  return (
    <ScreenFrame title={t('title')} note={t('note')} width="text" back={{ to: '/item/index', label: t('toItems') }}>
      <GroupsPanel />
    </ScreenFrame>
  )
}
