import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { TrashIcon } from '#web/ui/icons.ts'
import type { SiteFile } from './atoms.ts'
import { DeleteFiles } from './delete-files.tsx'
import { FileTable } from './file-table.tsx'
import styles from './files.module.css'

/** One page of the file list, with the actions for the selected files. */
export function FileRows({ files }: { files: readonly SiteFile[] }) {
  const { t } = useTranslation('admin')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<readonly SiteFile[]>([])
  const chosen = files.filter((file) => ticked.has(String(file.file_id)))
  return (
    <>
      <FileTable files={files} ticked={ticked} onTicked={setTicked} onDelete={(file) => setDoomed([file])} />
      {chosen.length > 0 && (
        <div className={styles.bulk} role="status">
          <span>{t('files.ticked', { count: chosen.length, shown: formatCount(chosen.length) })}</span>
          <Button size="s" variant="danger" icon={<TrashIcon />} onClick={() => setDoomed(chosen)}>
            {t('files.delete.action')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setTicked(new Set())}>
            {t('files.untick')}
          </Button>
        </div>
      )}
      {doomed.length > 0 && (
        <DeleteFiles
          files={doomed}
          onClose={() => setDoomed([])}
          onDone={() => {
            setDoomed([])
            setTicked(new Set())
          }}
        />
      )}
    </>
  )
}
