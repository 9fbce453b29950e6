import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type MembersTab, MembersTabs } from './members-tabs.tsx'

/** Dialog with the members of an item, for its managers. */
export function MembersDialog(props: { item: { item_id: string; item_name: string }; onClose: () => void }) {
  const { item, onClose } = props
  const { t } = useTranslation('member')
  const [tab, setTab] = useState<MembersTab>('people')
  return (
    <Dialog open onClose={onClose} size="l" title={t('titleOf', { name: item.item_name })}>
      <MembersTabs item_id={item.item_id} tab={tab} onTab={setTab} />
    </Dialog>
  )
}
