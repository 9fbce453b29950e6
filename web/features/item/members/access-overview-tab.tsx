import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './access-overview.module.css'
import { getEffectiveAccess, type Viewer } from './access-overview.ts'
import { type AccessOverview, accessOverviewAtom } from './access-overview-atom.ts'
import { AccessOverviewSummary } from './access-overview-summary.tsx'
import { AccessOverviewTree } from './access-overview-tree.tsx'
import type { MembersState } from './atoms.ts'
import { useLimitLabel } from './limit-menu.tsx'
import { QueryBoundary } from './query-boundary.tsx'
import { queryValue } from './query-value.ts'

const anybody = ' anybody' // no username begins with a space

function Sight({ book, sights }: { book: MembersState; sights: AccessOverview }) {
  const { t } = useTranslation('member')
  const wordsOf = useLimitLabel(queryValue(useAtomValue(book.catalogs)) ?? [])
  const { viewers, visibility, tree } = sights
  const others: Viewer = {
    username: anybody,
    name: t(boot.force_login ? 'sight.signedIn' : 'sight.anybody'),
    ways: visibility === 'public' ? [{ kind: 'open', role: '0', limit: [] }] : [],
  }
  const all = [...viewers, others]
  const [chosen, setChosen] = useState<string | null>((viewers[1] ?? viewers[0])?.username ?? null)
  const nameOf = ({ username, name }: Viewer) => name || username
  const viewer = all.find((one) => one.username === chosen)
  const sight = viewer && getEffectiveAccess(viewer.ways)
  return (
    <>
      <div className={styles.person}>
        <Field label={t('sight.person')}>
          <Combobox
            options={all.map((one) => ({
              value: one.username,
              label: nameOf(one),
              ...(one.username !== anybody && nameOf(one) !== one.username && { hint: one.username }),
            }))}
            value={chosen}
            onValue={setChosen}
            placeholder={t('sight.choose')}
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
            sight={sight}
            wordsOf={wordsOf}
          />
          <AccessOverviewTree tree={tree} sight={sight} />
        </>
      )}
      <p className={styles.hint}>{t('sight.admins')}</p>
    </>
  )
}

/** Shows what a selected person can access in the item, and why. */
export function AccessOverviewTab({ book }: { book: MembersState }) {
  const sights = useMemo(() => accessOverviewAtom(book.item_id), [book])
  return (
    <div className={styles.sight}>
      <QueryBoundary from={sights} rows={6}>
        {(value) => <Sight book={book} sights={value} />}
      </QueryBoundary>
    </div>
  )
}
