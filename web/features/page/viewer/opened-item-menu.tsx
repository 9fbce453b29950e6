import { useAtomValue, useSetAtom } from 'jotai'
import type { HTMLAttributes, ReactElement } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { ItemDialogHost, ItemMenuButton } from '#web/features/item/menu/index.tsx'
import { cachedItemsAtom } from '#web/features/item/my-items/index.tsx'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { useCurrentItem } from './current-item.ts'
import { useReadEntry } from './use-read-entry.tsx'

/** The menu of the current item, initially open, with its dialogs. */
export function OpenedItemMenu({ trigger }: { trigger: ReactElement<HTMLAttributes<HTMLElement>> }) {
  const item = useCurrentItem()
  const items = useAtomValue(itemsAtom)
  const ask = useSetAtom(items.of(item.item_id))
  const readEntry = useReadEntry()
  const listed = useAtomValue(cachedItemsAtom)?.find(({ item_id }) => item_id === item.item_id)
  const user = useAtomValue(userAtom)
  // the list has someone else's project only once it is starred, and only while it is public
  const isStarred = listed ? listed.is_star > 0 : user && item.summary.visibility === 'public' ? false : undefined
  const onChanged = (item_domain: string) => {
    const [, ref = ''] = currentPath().split(/[/?]/)
    const isHere = ref === item.ref || ref === item.item_id // the user may have opened another item in the meantime
    if (isHere && item_domain !== item.summary.item_domain)
      navigate(`/${item_domain || item.item_id}`, { replace: true })
    void ask(0)
  }
  const { item_id, item_name, item_domain, item_type, visibility } = item.summary
  return (
    <>
      <ItemMenuButton
        startsOpen
        isOpen
        align="start"
        trigger={trigger}
        own={() => (item.isOnePage ? [] : [readEntry])}
        item={{
          item_id,
          item_name,
          item_domain,
          item_type,
          visibility,
          // an item that nobody may edit here, such as an archived one, reports no rights: the list knows who manages
          // it
          canManage: item.canManage || listed?.manage === 1,
          canEdit: item.canExport || listed?.manage === 1,
          isArchived: item.isArchived,
          isLimited: item.isLimited,
          // a user with read access only is no member: there is nothing to leave
          isOwner: listed?.is_member === 1 ? listed.creator === 1 : undefined,
          isStarred,
          page_count: item.pages.length,
          hasApi: item.pages.some((page) => page.method !== ''),
          ...(listed && { item_description: listed.item_description }),
        }}
      />
      <ItemDialogHost onChanged={onChanged} />
    </>
  )
}
