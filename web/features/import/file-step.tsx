import { useSetAtom } from 'jotai'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ImportIcon } from '#web/ui/icons.ts'
import { askForFileAtom, checkFileAtom } from './atoms.ts'
import { fileProblem } from './file-check.ts'
import styles from './import.module.css'

/** Step 1: which file. Says what is taken before anything is chosen, and why the former file was refused. */
export function FileStep({ refusal, item_id }: { refusal: string; item_id: string }) {
  const { t } = useTranslation('import')
  const [over, setOver] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const check = useSetAtom(checkFileAtom)
  const askForFile = useSetAtom(askForFileAtom)
  const take = (file: File | undefined) => {
    if (!file) return
    const problem = fileProblem(file)
    if (problem) askForFile(t(`problem.${problem}`, { name: file.name }))
    else void check(file, item_id)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <div
        className={styles.zone}
        data-over={over || undefined}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ImportIcon data-size="32" />
        <p className={styles.drop}>{t('file.drop')}</p>
        <Button variant="primary" onClick={() => box.current?.click()}>
          {t(refusal ? 'file.another' : 'file.choose')}
        </Button>
        <input
          ref={box}
          type="file"
          hidden
          accept=".zip,.json,application/zip,application/json"
          aria-label={t('file.choose')}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = '' // so that the same file may be chosen again
          }}
        />
      </div>
      <div className={styles.accepted}>
        <p>{t('file.accepted')}</p>
        <ul>
          <li>{t('file.showdoc')}</li>
          <li>{t('file.older')}</li>
          <li>{t('file.markdown')}</li>
          <li>{t('file.description')}</li>
        </ul>
        <p>{t('file.limits')}</p>
      </div>
    </>
  )
}
