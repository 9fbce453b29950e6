import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { CellConflict, Choice } from '#web/lib/spreadsheet/merge.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { deferSaveAtom, resolveConflictAtom } from './save.ts'
import styles from './sheet-editor.module.css'
import { conflictAtom } from './sheet-session.ts'

/** Conflicts beyond this number are not shown individually; the choice for all applies to them. */
const mostRows = 200

function ConflictRow({ one, choice, onChoose }: { one: CellConflict; choice: Choice; onChoose: (to: Choice) => void }) {
  const { t } = useTranslation('sheet')
  const label = (text: string, word: string) => t('merge.of', { word, text: text || t('cell.blank') })
  return (
    <tr>
      <th scope="row">
        {one.sheet} · {one.address}
      </th>
      <td>{one.base || t('cell.blank')}</td>
      <td>
        <RadioGroup<Choice>
          label={`${one.sheet} ${one.address}`}
          hideLabel
          value={choice}
          onValue={onChoose}
          options={[
            { value: 'theirs', label: label(one.theirs, t('merge.theirs')) },
            { value: 'mine', label: label(one.mine, t('merge.mine')) },
          ]}
        />
      </td>
    </tr>
  )
}

/** Lets the user choose, for each cell that both changed, which version to keep. */
export function MergeDialog() {
  const { t } = useTranslation('sheet')
  const conflict = useAtomValue(conflictAtom)
  const settle = useSetAtom(resolveConflictAtom)
  const putOff = useSetAtom(deferSaveAtom)
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  if (!conflict || conflict.merge.conflicts.length === 0) return null
  const { conflicts } = conflict.merge
  const all = (choice: Choice) => setChoices(new Map(conflicts.map(({ id }) => [id, choice])))
  const done = () => {
    void settle(choices, t('newSheet'))
    setChoices(new Map())
  }
  const { name } = conflict.theirs
  return (
    <Dialog
      open
      size="l"
      title={t('merge.title', { count: conflicts.length })}
      note={t(name ? 'merge.text' : 'merge.textPlain', { name })}
      onClose={putOff}
      footer={
        <>
          <Button onClick={() => all('theirs')}>{t('merge.allTheirs')}</Button>
          <Button onClick={() => all('mine')}>{t('merge.allMine')}</Button>
          <Button variant="primary" onClick={done}>
            {t('merge.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.scroll}>
        <table className={styles.cells}>
          <thead>
            <tr>
              <th scope="col">{t('merge.cell')}</th>
              <th scope="col">{t('merge.before')}</th>
              <th scope="col">{t('merge.choice')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.slice(0, mostRows).map((one) => (
              <ConflictRow
                key={one.id}
                one={one}
                choice={choices.get(one.id) ?? 'mine'}
                onChoose={(to) => setChoices(new Map(choices).set(one.id, to))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {conflicts.length > mostRows && <p>{t('merge.more', { count: conflicts.length - mostRows })}</p>}
    </Dialog>
  )
}
