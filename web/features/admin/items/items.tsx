import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { getItemType, itemTypes } from '#shared/item-types.ts'
import { displayNameAtom, UserPicker } from '#web/features/account/user-picker/index.tsx'
import { TypeIcon } from '#web/features/item/my-items/index.tsx'
import { VisibilityBadge, visibilities } from '#web/features/item/visibility/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { href, Link } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { ExternalIcon, RefreshIcon, RegularItemIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { TransferIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { useConsoleAddress } from '../address.ts'
import { FilterBar, FilterChoice, FilterText } from '../filters.tsx'
import { PagedTable } from '../paged-table.tsx'
import { PersonText } from '../person-text.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import styles from '../tab-panel.module.css'
import { MomentText, NameCell } from '../table-cells.tsx'
import {
  deleteSiteItemAtom,
  removeItemAtom,
  restoreItemAtom,
  type SiteItem,
  siteItemsAtom,
  transferItemAtom,
} from './atoms.ts'
import { daysLeft, retentionDays } from './retention.ts'

const filters = ['q', 'owner', 'type', 'visibility'] as const

/** Dialog to transfer an item to another user. */
function TransferItem({ item, onClose }: { item: SiteItem; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const transfer = useSetAtom(transferItemAtom)
  const nameOf = useAtomValue(displayNameAtom)
  const [receiver, setReceiver] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const name = item.item_name
  const submit = async () => {
    const [username] = receiver
    if (busy) return
    if (!username) return setFailure(localized(() => i18next.t('admin:items.transfer.missing')))
    setBusy(true)
    setFailure(undefined)
    try {
      await transfer(item, username)
      close()
      toast.ok(localized(() => i18next.t('admin:items.transfer.done', { name, username: nameOf(username) })))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('items.transfer.title', { name })}
      note={t('items.transfer.text', { owner: getOwnerName(item) })}
      dirty={receiver.length > 0}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('items.transfer.action')}
          </Button>
        </>
      }
    >
      <Field label={t('items.transfer.receiver')} error={failure?.text}>
        <UserPicker single value={receiver} onValue={setReceiver} exclude={[item.username]} />
      </Field>
    </Dialog>
  )
}

/** An action that opens a dialog. */
type ItemAction = 'transfer' | 'delete' | 'restore' | 'remove'

const itemPath = (item: SiteItem) => `/${item.item_domain || item.item_id}`

/** Table of items: active ones, or deleted ones with the time left to restore them. */
function ItemTable(props: {
  items: readonly SiteItem[]
  isDeleted: boolean
  onAction: (chosenAction: ItemAction, item: SiteItem) => void
}) {
  const { items, isDeleted, onAction } = props
  const { t } = useTranslation(['admin', 'my-items'])
  const entry = (action: ItemAction, item: SiteItem) => ({ id: action, onSelect: () => onAction(action, item) })
  const rule: MenuEntry = { kind: 'separator', id: 'rule' }
  const menuOf = (item: SiteItem): MenuEntry[] =>
    isDeleted
      ? [
          { ...entry('restore', item), label: t('items.restore.entry'), icon: <RefreshIcon /> },
          rule,
          { ...entry('remove', item), label: t('items.remove.entry'), icon: <TrashIcon />, danger: true },
        ]
      : [
          { id: 'open', label: t('items.open'), icon: <ExternalIcon />, href: href(itemPath(item)) },
          { ...entry('transfer', item), label: t('items.transfer.entry'), icon: <TransferIcon /> },
          rule,
          { ...entry('delete', item), label: t('items.delete.entry'), icon: <TrashIcon />, danger: true },
        ]
  const times: TableColumn<SiteItem>[] = isDeleted
    ? [
        {
          id: 'deletedAt',
          header: t('items.deletedAt'),
          cell: ({ del_time }) => <MomentText relative at={del_time} />,
        },
        {
          id: 'left',
          header: t('items.left'),
          cell: ({ del_time }) => {
            const count = daysLeft(del_time)
            return <span title={exactTime(del_time)}>{t('items.daysLeft', { count })}</span>
          },
        },
      ]
    : [
        {
          id: 'members',
          header: t('items.members'),
          align: 'end',
          isExtra: true,
          cell: (item) => formatCount(item.member_num),
        },
        {
          id: 'created',
          header: t('items.created'),
          isExtra: true,
          cell: ({ addtime }) => <MomentText at={addtime} />,
        },
        {
          id: 'updated',
          header: t('items.updated'),
          cell: (item) => <MomentText relative at={item.last_update_time} />,
        },
      ]
  const sizes: TableColumn<SiteItem>[] = [
    { id: 'pages', header: t('items.pages'), align: 'end', cell: (item) => formatCount(item.page_count) },
    {
      id: 'size',
      header: t('items.size'),
      align: 'end',
      cell: ({ text_bytes, file_bytes }) => {
        const parts = { texts: fileSize(text_bytes), files: fileSize(file_bytes) }
        return <span title={t('items.sizeParts', parts)}>{fileSize(text_bytes + file_bytes)}</span>
      },
    },
  ]
  return (
    <Table
      caption={t('section.items')}
      rows={items}
      keyOf={(item) => item.item_id}
      menuOf={menuOf}
      menuLabel={(item) => t('actionsFor', { name: item.item_name })}
      columns={[
        {
          id: 'name',
          header: t('items.item'),
          cell: (item) => (
            <NameCell
              picture={
                <span title={t(`my-items:type.${getItemType(item.item_type).name}`)}>
                  <TypeIcon item_type={item.item_type} />
                </span>
              }
              name={
                isDeleted ? (
                  <bdi>{item.item_name}</bdi>
                ) : (
                  <Link href={itemPath(item)}>
                    <bdi>{item.item_name}</bdi>
                  </Link>
                )
              }
              badges={item.is_archived === '1' && <Badge tone="warn">{t('items.archived')}</Badge>}
              note={`/${item.item_domain || item.item_id}`}
            />
          ),
        },
        {
          id: 'owner',
          header: t('items.owner'),
          cell: (item) => <PersonText name={item.owner_name} username={item.username} />,
        },
        {
          id: 'visibility',
          header: t('items.visibility'),
          cell: (item) => <VisibilityBadge visibility={item.visibility} />,
        },
        ...sizes,
        ...times,
      ]}
    />
  )
}

/** Asks for confirmation of an action on an item, and runs it. A deletion can be undone from its toast. */
function ItemActionDialog(props: { action: ItemAction; item: SiteItem; onClose: () => void }) {
  const { action: operation, item, onClose } = props
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const deleteItem = useSetAtom(deleteSiteItemAtom)
  const restoreItem = useSetAtom(restoreItemAtom)
  const removeItem = useSetAtom(removeItemAtom)
  if (operation === 'transfer') return <TransferItem item={item} onClose={onClose} />
  const name = item.item_name
  const restore = async () => {
    try {
      await restoreItem(item)
      toast.ok(localized(() => i18next.t('admin:items.restore.done', { name })))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const actions = {
    delete: async () => {
      await deleteItem(item)
      toast.ok(
        localized(() => i18next.t('admin:items.delete.done', { name })),
        { undo: () => void restore() },
      )
    },
    restore: async () => {
      await restoreItem(item)
      toast.ok(localized(() => i18next.t('admin:items.restore.done', { name })))
    },
    remove: async () => {
      await removeItem(item)
      toast.ok(localized(() => i18next.t('admin:items.remove.done', { name })))
    },
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`items.${operation}.title`, { name })}
      action={t(`items.${operation}.action`)}
      danger={operation !== 'restore'}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await actions[operation]()
        close()
      }}
    >
      {t(`items.${operation}.text`, { owner: getOwnerName(item), count: retentionDays })}
    </ConfirmDialog>
  )
}

/** All items of the site, and the deleted ones. */
export function Items() {
  const { t } = useTranslation(['admin', 'my-items', 'visibility'])
  const { query, step } = useConsoleAddress()
  const items = useQueryState(useAtomValue(siteItemsAtom))
  const [shown, setShown] = useState<{ action: ItemAction; item: SiteItem }>()
  const isDeleted = query.get('view') === 'deleted'
  return (
    <ScreenFrame title={t('section.items')}>
      <Tabs
        label={t('section.items')}
        tabs={[
          { id: 'live', label: t('items.live') },
          { id: 'deleted', label: t('items.deleted') },
        ]}
        value={isDeleted ? 'deleted' : 'live'}
        onValue={(view) => step({ view: view === 'live' ? '' : view })}
      >
        <div className={styles.panel}>
          <FilterBar>
            <FilterText name="q" label={t('items.search')} />
            <FilterText name="owner" label={t('items.owner')} />
            <FilterChoice
              name="type"
              label={t('items.type')}
              options={[
                { value: 'all', label: t('items.allTypes') },
                ...Object.values(itemTypes).map(({ name, numbers }) => ({
                  value: String(numbers[0]),
                  label: t(`my-items:type.${name}`),
                })),
              ]}
            />
            <FilterChoice
              name="visibility"
              label={t('items.visibility')}
              options={[
                { value: 'all', label: t('visibility:any') },
                ...visibilities.map((value) => ({ value, label: t(`visibility:${value}`) })),
              ]}
            />
          </FilterBar>
          <QueryBoundary query={items}>
            {({ items: list, total }) => (
              <PagedTable
                total={total}
                rows={list.length}
                filters={filters}
                empty={
                  isDeleted ? (
                    <EmptyState icon={<TrashIcon data-size="32" />} text={t('items.noneDeleted')} />
                  ) : (
                    <EmptyState icon={<RegularItemIcon data-size="32" />} text={t('items.none')} />
                  )
                }
              >
                <ItemTable
                  items={list}
                  isDeleted={list[0]?.is_del === '1'}
                  onAction={(action, item) => setShown({ action, item })}
                />
              </PagedTable>
            )}
          </QueryBoundary>
        </div>
      </Tabs>
      {shown && <ItemActionDialog {...shown} onClose={() => setShown(undefined)} />}
    </ScreenFrame>
  )
}
