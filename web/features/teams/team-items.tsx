import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import {
  parseRole,
  type Role,
  RoleSelect,
  roleKey,
  TeamItemPeople,
  toastError,
} from '#web/features/item/members/index.tsx'
import { itemPath, TypeIcon } from '#web/features/item/my-items/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { href, Link, useSearchParams } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, RegularItemIcon, SearchIcon, ShowIcon } from '#web/ui/icons.ts'
import { filterList } from '#web/ui/list-filter.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { MembersIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { bindItemsAtom, type TeamItem, type TeamState, unbindItemAtom } from './atoms.ts'
import { BindItems } from './bind-items.tsx'
import { QueryBoundary } from './query-boundary.tsx'
import styles from './team.module.css'

const pageSize = 20

/** Asks for confirmation before an item is unbound from a team. */
function UnbindItem(props: { book: TeamState; item: TeamItem; onClose: () => void }) {
  const { book, item, onClose } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const unbind = useSetAtom(unbindItemAtom)
  const name = item.item_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('unbind.title', { name })}
      action={t('unbind.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await unbind(book, item.id)
        close()
        toast.ok(localized(() => i18next.t('team:unbind.done', { name })))
      }}
    >
      {t('unbind.text')}
    </ConfirmDialog>
  )
}

/** Dialog with the role of each person of a team in one of its items, and the role of people who join later. */
function ItemRights({ book, item, onClose }: { book: TeamState; item: TeamItem; onClose: () => void }) {
  const { t } = useTranslation('team')
  const bind = useSetAtom(bindItemsAtom)
  const top = useRef<HTMLDivElement>(null) // the people have not loaded when the dialog opens
  const role = parseRole(item.member_group_id)
  const isArchived = item.is_archived === '1'
  const changeRole = async (next: Role) => {
    try {
      await bind(book, [item.item_id], next)
      toast.ok(localized(() => i18next.t('team:item.laterChanged', { role: i18next.t(`team:right.${roleKey(next)}`) })))
    } catch (error) {
      toastError(
        localized(() => i18next.t('team:item.laterNotChanged', { reason: getErrorMessage(error) })),
        error,
      )
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="l"
      focusFirst={top}
      title={t('item.rightsTitle', { name: item.item_name })}
      note={t('item.rightsNote', { team: item.team_name })}
    >
      <div ref={top} tabIndex={-1} className={styles.form}>
        <TeamItemPeople team_id={item.team_id} item_id={item.item_id} role={role} isFixed={isArchived} />
        {!isArchived && (
          <div className={styles.later}>
            <span>{t('item.later')}</span>
            <span className={styles.laterRole}>
              <RoleSelect label={t('item.later')} value={role} onValue={(next) => void changeRole(next)} />
            </span>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The items of a team. The item whose rights are open is in the URL (`?rights=`). */
export function TeamItems({ book, manages }: { book: TeamState; manages: boolean }) {
  const { t } = useTranslation('team')
  const [query, setQuery] = useSearchParams()
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(1)
  const [binding, setBinding] = useState(false)
  const [unbound, setUnbound] = useState<TeamItem>()
  const showRights = (item_id: string | undefined) => setQuery(item_id ? { rights: item_id } : {}, { replace: true })
  const menuOf = (item: TeamItem): MenuEntry[] => [
    { id: 'view', label: t('item.view'), icon: <ShowIcon />, href: href(itemPath(item)) },
    { id: 'rights', label: t('item.rights'), icon: <MembersIcon />, onSelect: () => showRights(item.item_id) },
    { kind: 'separator', id: 'rule' },
    {
      id: 'unbind',
      label: t('unbind.action'),
      icon: <TrashIcon />,
      danger: true,
      disabled: item.is_archived === '1',
      onSelect: () => setUnbound(item),
    },
  ]
  return (
    <QueryBoundary from={book.items}>
      {(items) => {
        const bind = manages && (
          <Button variant="primary" icon={<AddIcon />} onClick={() => setBinding(true)}>
            {t('bind.open')}
          </Button>
        )
        const found = filterList(items, filter, (item) => `${item.item_name} ${item.username} ${item.owner_name}`)
        const shown = paginate(found, page, pageSize)
        const opened = manages ? items.find((item) => item.item_id === query.get('rights')) : undefined
        return (
          <div className={styles.part}>
            {items.length === 0 ? (
              <EmptyState
                icon={<RegularItemIcon data-size="32" />}
                text={t('noItems.text')}
                help={t(manages ? 'noItems.help' : 'noItems.memberHelp')}
                action={bind || undefined}
              />
            ) : (
              <div className={styles.bar}>
                <TextInput
                  type="search"
                  icon={<SearchIcon />}
                  aria-label={t('filterItems')}
                  placeholder={t('filterItems')}
                  value={filter}
                  onValue={setFilter}
                  autoComplete="off"
                />
                {bind}
              </div>
            )}
            {items.length > 0 && found.length === 0 && (
              <EmptyState icon={<SearchIcon data-size="32" />} text={t('noItem', { filter })} />
            )}
            {found.length > 0 && (
              <Table<TeamItem>
                caption={t('tab.item')}
                rows={shown.rows}
                keyOf={(item) => item.id}
                columns={[
                  {
                    id: 'item',
                    header: t('column.item'),
                    cell: (item) => (
                      <span className={styles.named}>
                        <span className={styles.type}>
                          <TypeIcon item_type={item.item_type} />
                        </span>
                        <Link href={itemPath(item)} className={styles.name}>
                          {item.item_name}
                        </Link>
                        {item.is_archived === '1' && <Badge tone="warn">{t('archived')}</Badge>}
                      </span>
                    ),
                  },
                  {
                    id: 'owner',
                    header: t('column.owner'),
                    width: '140px',
                    cell: (item) => <bdi title={item.username}>{getOwnerName(item)}</bdi>,
                  },
                  {
                    id: 'rights',
                    header: t('column.rights'),
                    width: '160px',
                    cell: (item) => t(`right.${roleKey(parseRole(item.member_group_id))}`),
                  },
                  {
                    id: 'joined',
                    header: t('column.joined'),
                    width: '120px',
                    isExtra: true,
                    cell: (item) => <time title={exactTime(item.addtime)}>{shortDate(item.addtime)}</time>,
                  },
                  ...(manages
                    ? [
                        {
                          id: 'people',
                          header: <span className="visually-hidden">{t('item.rights')}</span>,
                          width: '180px',
                          isShort: true as const,
                          cell: (item: TeamItem) => (
                            <Button size="s" icon={<MembersIcon />} onClick={() => showRights(item.item_id)}>
                              {t('item.rights')}
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
                {...(manages && { menuOf, menuLabel: (item: TeamItem) => t('menuOf', { name: item.item_name }) })}
              />
            )}
            <Pagination page={shown.at} pageSize={pageSize} total={found.length} onPage={setPage} />
            {binding && <BindItems book={book} bound={items} onClose={() => setBinding(false)} />}
            {unbound && <UnbindItem book={book} item={unbound} onClose={() => setUnbound(undefined)} />}
            {opened && <ItemRights book={book} item={opened} onClose={() => showRights(undefined)} />}
          </div>
        )
      }}
    </QueryBoundary>
  )
}
