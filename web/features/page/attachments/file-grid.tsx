import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { type FileActions, useFileMenu } from './file-actions.tsx'
import styles from './file-grid.module.css'
import { FileIcon } from './file-icon.tsx'
import { FileUsage } from './file-usage.tsx'
import { type OwnFile, previewKind } from './files.ts'

/** The current user's files as a grid of images. */
export function FileGrid({ files, ...actions }: FileActions & { files: readonly OwnFile[] }) {
  const { t } = useTranslation('attachment')
  const menuOf = useFileMenu(actions)
  return (
    <ul className={styles.grid} aria-label={t('title')}>
      {files.map((file) => (
        <li key={file.file_id} className={styles.card}>
          <button
            type="button"
            className={styles.picture}
            aria-label={t('previewOf', { name: file.display_name })}
            onClick={() => actions.onPreview(file)}
          >
            {previewKind(file) === 'image' ? (
              <img src={href(file.url)} alt="" loading="lazy" decoding="async" />
            ) : (
              <FileIcon file={file} size="32" />
            )}
          </button>
          <div className={styles.foot}>
            <div className={styles.words}>
              <div className={styles.name} title={file.display_name}>
                {file.display_name}
              </div>
              <div className={styles.meta}>
                {fileSize(file.file_size)} · <FileUsage file={file} />
              </div>
            </div>
            <Menu
              align="end"
              trigger={
                <IconButton size="s" label={t('menuOf', { name: file.display_name })}>
                  <MoreIcon />
                </IconButton>
              }
              entries={menuOf(file)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
