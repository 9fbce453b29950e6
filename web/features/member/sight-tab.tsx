import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { MemberBook } from './atoms.ts'
import { useLimitWords } from './limit-menu.tsx'
import styles from './sight.module.css'
import { sightOf, type Viewer } from './sight.ts'
import { type Sights, sightsAtom } from './sight-atom.ts'
import { SightSummary } from './sight-summary.tsx'
import { SightTree } from './sight-tree.tsx'
import { ToldPart } from './told-part.tsx'
import { valueOf } from './value-of.ts'

const anybody = ' anybody' // no username begins with a space

function Sight({ book, sights }: { book: MemberBook; sights: Sights }) {
  const { t } = useTranslation('member')
  const wordsOf = useLimitWords(valueOf(useAtomValue(book.catalogs)) ?? [])
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
  const sight = viewer && sightOf(viewer.ways)
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
          <SightSummary
            name={nameOf(viewer)}
            isAnybody={viewer.username === anybody}
            hasPassword={visibility === 'password'}
            ways={viewer.ways}
            sight={sight}
            wordsOf={wordsOf}
          />
          <SightTree tree={tree} sight={sight} />
        </>
      )}
      <p className={styles.hint}>{t('sight.admins')}</p>
    </>
  )
}

/** Pick a person and see the item as they do, with the reason. */
export function SightTab({ book }: { book: MemberBook }) {
  const sights = useMemo(() => sightsAtom(book.item_id), [book])
  return (
    <div className={styles.sight}>
      <ToldPart from={sights} rows={6}>
        {(value) => <Sight book={book} sights={value} />}
      </ToldPart>
    </div>
  )
}
