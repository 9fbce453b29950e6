import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { checkFileAtom, restartImportAtom } from './atoms.ts'
import { fileProblem } from './file-check.ts'
import styles from './import.module.css'
import { PasteDescription } from './paste-description.tsx'

const descriptions = '.json,.yaml,.yml,application/json,application/yaml'

/** Step 1: choose a file. Lists the supported files first, and shows why the former file was rejected. */
export function FileStep(props: {
  refusal: LocalizedText | undefined
  item_id: string
  /** Whether an API description is expected: it can also be pasted. */
  describes: boolean
}) {
  const { refusal, item_id, describes } = props
  const { t } = useTranslation('import')
  const check = useSetAtom(checkFileAtom)
  const askForFile = useSetAtom(restartImportAtom)
  const take = (file: File | undefined) => {
    if (!file) return
    const problem = fileProblem(file)
    if (problem) askForFile(localized(() => i18next.t(`import:problem.${problem}`, { name: file.name })))
    else void check(file, item_id)
  }
  return (
    <>
      {refusal && <Banner tone="danger">{refusal.text}</Banner>}
      <DropZone
        label={t(describes ? 'file.dropDescription' : 'file.drop')}
        touchLabel={t(describes ? 'file.pickDescription' : 'file.pick')}
        accept={describes ? descriptions : `.zip,application/zip,${descriptions}`}
        action={t(refusal ? 'file.another' : 'file.choose')}
        onFiles={([file]) => take(file)}
      />
      {describes ? (
        <PasteDescription item_id={item_id} />
      ) : (
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
      )}
    </>
  )
}
