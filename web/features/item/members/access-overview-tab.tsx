import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Visibility } from '#shared/contract/visibility.ts'
import { buildTree, type TreeNode } from '#web/features/item/tree/index.ts'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type QueryAtom, queryAtom, queryValue } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import {
  CatalogIcon,
  CheckIcon,
  ChevronRightIcon,
  EditIcon,
  HideIcon,
  OpenCatalogIcon,
  PageIcon,
} from '#web/ui/icons.ts'
import styles from './access-overview.module.css'
import {
  type EffectiveAccess,
  type GrantPath,
  getAccessLevel,
  getEffectiveAccess,
  grantPaths,
  listViewers,
  type Viewer,
} from './access-overview.ts'
import { type AccessOverviewRow, buildAccessRows, initiallyOpen } from './access-overview-rows.ts'
import type { MembersState } from './atoms.ts'
import { useLimitLabel } from './limit-menu.tsx'
import { QueryBoundary } from './query-boundary.tsx'
import { isLimitable, roleKey } from './role.ts'

const anybody = ' anybody' // no username begins with a space

/** Everyone in an item with their grants, and the tree of the item. */
interface AccessOverview {
  viewers: readonly Viewer[]
  visibility: Visibility
  tree: readonly TreeNode[]
}

async function readAccessOverview(item_id: string): Promise<AccessOverview> {
  const [detail, members, bound, info] = await Promise.all([
    api.item.detail({ item_id }),
    api.member.getList({ item_id }),
    api.teamItem.getList({ item_id }),
    api.item.info({ item_id }),
  ])
  const teams = await Promise.all(
    bound.map(async ({ team_id, team_name }) => {
      return { team_id, team_name, people: await api.teamItemMember.getList({ team_id, item_id }) }
    }),
  )
  const { visibility } = detail
  const isOpen = visibility === 'public'
  const owner = { username: detail.username, name: detail.owner_name }
  return { viewers: listViewers({ owner, isOpen, members, teams }), visibility, tree: buildTree(info.menu) }
}

/** Who can access what in an item; loaded when it is first shown. */
const accessOverviewAtom = (item_id: string): QueryAtom<AccessOverview> => queryAtom(() => readAccessOverview(item_id))

/** Returns a function that describes a grant path: «owner», «via team Backend». */
function useGrantPathLabel(): (way: GrantPath) => string {
  const { t } = useTranslation('member')
  return (way) => t(`way.${way.kind}`, { team: way.team_name ?? '' })
}

/** A person's permission in one sentence, and each grant that it comes from. */
function AccessOverviewSummary(props: {
  name: string
  /** Whether it describes anyone without a role in the item, not a single person. */
  isAnybody: boolean
  /** Whether an access password opens the item. */
  hasPassword: boolean
  ways: readonly GrantPath[]
  access: EffectiveAccess | undefined
  wordsOf: (limit: readonly number[]) => string
}) {
  const { name, isAnybody, hasPassword, ways, access, wordsOf } = props
  const { t } = useTranslation('member')
  const wayWords = useGrantPathLabel()
  const listed = ways.filter((way) => way.kind !== 'open' || isAnybody)
  const sentence = () => {
    if (!access) return t(hasPassword ? 'access.nothingWithout' : 'access.nothing', { name })
    if (!access.limit) return t(`access.whole.${roleKey(access.role)}`, { name })
    return t(access.role === '0' ? 'access.part.read' : 'access.part.edit', { name, where: wordsOf([...access.limit]) })
  }
  return (
    <div className={styles.summary} role="status">
      <p className={styles.sentence}>{sentence()}</p>
      {listed.length > 0 && (
        <ul className={styles.ways} aria-label={t('access.ways')}>
          {listed.map((way) => {
            const counts = access?.deciding.includes(way) ?? false
            return (
              <li key={`${way.kind}${way.team_id ?? ''}`} className={styles.way} data-counts={counts || undefined}>
                <span>{wayWords(way)}</span>
                {way.kind !== 'owner' && (
                  <Badge tone={counts ? 'accent' : 'neutral'}>
                    {t(`role.${roleKey(way.role)}`)}
                    {isLimitable(way.role) && way.limit.length > 0 && ` · ${wordsOf(way.limit)}`}
                  </Badge>
                )}
                {!counts && <span className={styles.quiet}>{t('access.outweighed')}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

const icons = { none: HideIcon, read: CheckIcon, edit: EditIcon } as const

function Row(props: { row: AccessOverviewRow; access: EffectiveAccess | undefined; onToggle: () => void }) {
  const { row, access, onToggle } = props
  const { node, level, first, isOpen } = row
  const { t } = useTranslation('member')
  const wayWords = useGrantPathLabel()
  const mark = getAccessLevel(access, first)
  const Mark = icons[mark]
  const reasons = level === 1 && access && mark !== 'none' ? [...new Set(grantPaths(access, first).map(wayWords))] : []
  const KindIcon = node.kind === 'page' ? PageIcon : isOpen ? OpenCatalogIcon : CatalogIcon
  const name = (
    <>
      <KindIcon />
      <span className={styles.name}>{node.title}</span>
    </>
  )
  return (
    <li className={styles.row} data-mark={mark} style={{ paddingInlineStart: `${(level - 1) * 20}px` }}>
      {node.kind === 'catalog' ? (
        <button type="button" className={styles.node} aria-expanded={isOpen} onClick={onToggle}>
          <span className={styles.arrow}>
            <ChevronRightIcon />
          </span>
          {name}
        </button>
      ) : (
        <span className={styles.node} data-page="">
          {name}
        </span>
      )}
      {reasons.length > 0 && <span className={styles.reason}>{reasons.join(t('limit.between'))}</span>}
      <span className={styles.mark}>
        <Mark />
        {t(`mark.${mark}`)}
      </span>
    </li>
  )
}

/** The tree of an item with a person's permission on each part, and the reason. */
function AccessOverviewTree({ tree, access }: { tree: readonly TreeNode[]; access: EffectiveAccess | undefined }) {
  const { t } = useTranslation('member')
  const [open, setOpen] = useState(() => initiallyOpen(tree))
  const rows = useMemo(() => buildAccessRows(tree, open), [tree, open])
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  if (tree.length === 0) return <EmptyState icon={<PageIcon data-size="32" />} text={t('access.empty')} />
  return (
    <ul className={styles.tree} aria-label={t('access.tree')}>
      {rows.map((row) => (
        <Row key={row.node.key} row={row} access={access} onToggle={() => toggle(row.node.id)} />
      ))}
    </ul>
  )
}

function VisibleRange({ book, overview }: { book: MembersState; overview: AccessOverview }) {
  const { t } = useTranslation('member')
  const wordsOf = useLimitLabel(queryValue(useAtomValue(book.catalogs)) ?? [])
  const { viewers, visibility, tree } = overview
  const others: Viewer = {
    username: anybody,
    name: t(boot.force_login ? 'access.signedIn' : 'access.anybody'),
    ways: visibility === 'public' ? [{ kind: 'open', role: '0', limit: [] }] : [],
  }
  const all = [...viewers, others]
  const [chosen, setChosen] = useState<string | null>((viewers[1] ?? viewers[0])?.username ?? null)
  const nameOf = ({ username, name }: Viewer) => name || username
  const viewer = all.find((one) => one.username === chosen)
  const access = viewer && getEffectiveAccess(viewer.ways)
  return (
    <>
      <div className={styles.person}>
        <Field label={t('access.person')}>
          <Combobox
            options={all.map((one) => ({
              value: one.username,
              label: nameOf(one),
              ...(one.username !== anybody && nameOf(one) !== one.username && { hint: one.username }),
            }))}
            value={chosen}
            onValue={setChosen}
            placeholder={t('access.choose')}
          />
        </Field>
      </div>
      {viewer && (
        <>
          <AccessOverviewSummary
            name={nameOf(viewer)}
            isAnybody={viewer.username === anybody}
            hasPassword={visibility === 'password'}
            ways={viewer.ways}
            access={access}
            wordsOf={wordsOf}
          />
          <AccessOverviewTree tree={tree} access={access} />
        </>
      )}
      <p className={styles.hint}>{t('access.admins')}</p>
    </>
  )
}

/** Shows what a selected person can access in the item, and why. */
export function AccessOverviewTab({ book }: { book: MembersState }) {
  const overview = useMemo(() => accessOverviewAtom(book.item_id), [book])
  return (
    <div className={styles.accessOverview}>
      <QueryBoundary from={overview} rows={6}>
        {(value) => <VisibleRange book={book} overview={value} />}
      </QueryBoundary>
    </div>
  )
}
