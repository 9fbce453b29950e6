import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  cachedItemsAtom,
  type Group,
  groupItemIds,
  groupsAtom,
  type Item,
  reloadGroupsAtom,
} from '#web/features/item/data/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnReconnect } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CatalogIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { arrayMove } from '#web/ui/reorder.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { GroupRow } from './group-row.tsx'
import styles from './item-group.module.css'
import { ItemPicker } from './item-picker.tsx'
import { NewGroup } from './new-group.tsx'
import { useGroupActions } from './use-group-actions.ts'

/** The user's groups: create, rename, reorder and assign items. */
export function GroupsPanel() {
  const { t } = useTranslation('item-group')
  const read = useAtomValue(groupsAtom)
  const loaded = useAtomValue(cachedItemsAtom)
  const reload = useSetAtom(reloadGroupsAtom)
  const deeds = useGroupActions()
  const [picking, setPicking] = useState<string>()
  const [deleted, setDeleted] = useState<Group>()
  const [made, setMade] = useState<readonly string[]>() // the order set here, until the server returns it
  // Keeps the groups, and what is typed next to them, during a refetch and after a failed one.
  const [former, setFormer] = useState<Group[]>()
  const [formerItems, setFormerItems] = useState<Item[]>()
  useOnReconnect(reload)
  if (read && 'groups' in read && read.groups !== former) setFormer(read.groups)
  if (loaded && 'items' in loaded && loaded.items !== formerItems) setFormerItems(loaded.items)
  if (!read || !(loaded || formerItems)) {
    return (
      <Loading onRetry={() => reload()}>
        <SkeletonText lines={4} />
      </Loading>
    )
  }
  const told = 'groups' in read ? read.groups : former
  if (!told) {
    const error = 'error' in read && read.error
    return (
      <LoadError
        text={t('failed')}
        message={getErrorMessage(error)}
        requestId={getRequestId(error)}
        onRetry={() => reload()}
      />
    )
  }
  const items = (loaded && 'items' in loaded ? loaded.items : formerItems) ?? []
  const placeOf = ({ id }: Group) => made?.indexOf(id) ?? 0
  const groups = made ? told.toSorted((a, b) => placeOf(a) - placeOf(b)) : told
  const picked = groups.find(({ id }) => id === picking)
  if (picked) {
    const back = () => setPicking((now) => (now === picked.id ? undefined : now))
    return <ItemPicker group={picked} items={items} onSave={(ids) => deeds.fill(picked, ids)} onBack={back} />
  }
  const known = new Set(items.map(({ item_id }) => item_id))
  const move = async (from: number, to: number) => {
    const ids = arrayMove(groups, from, to).map(({ id }) => id)
    setMade(ids)
    if (!(await deeds.sort(ids))) setMade((now) => (now === ids ? undefined : now))
  }
  const remove = async (group: Group) => {
    if (await deeds.remove(group)) setDeleted(group)
  }
  const bringBack = async (group: Group) => {
    if (await deeds.restore(group)) setDeleted(undefined)
  }
  return (
    <div className={styles.panel}>
      <NewGroup onAdd={deeds.add} />
      {deleted && (
        // Shown here, not as a toast: a modal dialog blocks the pointer outside it.
        <Banner
          action={
            <Button size="s" onClick={() => void bringBack(deleted)}>
              {t('undo')}
            </Button>
          }
        >
          {t('deleted', { group: deleted.group_name })}
        </Banner>
      )}
      {groups.length === 0 && (
        <EmptyState icon={<CatalogIcon data-size="32" />} text={t('none')} help={t('noneHelp')} />
      )}
      <SortableList
        label={t('title')}
        items={groups}
        keyOf={({ id }) => id}
        nameOf={({ group_name }) => group_name}
        onMove={(from, to) => void move(from, to)}
      >
        {(group) => (
          <GroupRow
            group={group}
            count={groupItemIds(group).filter((id) => known.has(id)).length}
            deeds={deeds}
            onPick={() => setPicking(group.id)}
            onDelete={() => void remove(group)}
          />
        )}
      </SortableList>
    </div>
  )
}
