import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { Button } from '#web/ui/button.tsx'
import { ExportIcon, ImportIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { clockText } from './clock.ts'
import { canWriteAtom } from './lock.ts'
import { saveAtom, saveStatusAtom } from './save.ts'
import styles from './sheet-editor.module.css'
import { sheetSessionAtom } from './sheet-session.ts'

const ImportDialog = lazyComponent(async () => (await import('./import-dialog.tsx')).ImportDialog)
const ExportDialog = lazyComponent(async () => (await import('./export-dialog.tsx')).ExportDialog)

/** The save status as a single word. */
function StateWord() {
  const { t } = useTranslation('sheet')
  const state = useAtomValue(saveStatusAtom)
  const savedAt = useAtomValue(sheetSessionAtom)?.saved_at
  const canWrite = useAtomValue(canWriteAtom)
  const save = useSetAtom(saveAtom)
  const word = state === 'clean' ? '' : t(`state.${state}`, { time: savedAt === undefined ? '' : clockText(savedAt) })
  useEffect(() => {
    if (state === 'failed') announce(word)
  }, [state, word])
  if (!canWrite) return <span className={styles.state}>{t('state.readOnly')}</span>
  if (state === 'failed')
    return (
      <span className={styles.state} data-state={state}>
        <Button size="s" variant="ghost" onClick={() => void save(true)}>
          {word}
        </Button>
      </span>
    )
  return (
    <span className={styles.state} data-state={state}>
      {word}
    </span>
  )
}

/** The name of the book, its save status, and the actions on the whole book. */
export function SessionBar({ title, actions }: { title: string; actions: ReactNode }) {
  const { t } = useTranslation('sheet')
  const canWrite = useAtomValue(canWriteAtom)
  const [open, setOpen] = useState<'import' | 'xlsx' | 'csv'>()
  const close = () => setOpen(undefined)
  return (
    <header className={styles.bar} data-no-print="">
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      <StateWord />
      <div className={styles.tools}>
        {canWrite && (
          <Button icon={<ImportIcon />} onClick={() => setOpen('import')}>
            {t('import.open')}
          </Button>
        )}
        <Menu
          trigger={<Button icon={<ExportIcon />}>{t('export.open')}</Button>}
          entries={[
            { id: 'xlsx', label: t('export.xlsx'), onSelect: () => setOpen('xlsx') },
            { id: 'csv', label: t('export.csv'), onSelect: () => setOpen('csv') },
          ]}
        />
        {actions}
      </div>
      <LazyBoundary>
        {open === 'import' && <ImportDialog onClose={close} />}
        {(open === 'xlsx' || open === 'csv') && <ExportDialog kind={open} title={title} onClose={close} />}
      </LazyBoundary>
    </header>
  )
}
