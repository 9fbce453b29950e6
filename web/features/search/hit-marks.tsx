import { useTranslation } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '#web/ui/icons.ts'
import styles from './hit-marks.module.css'
import { hitParameter } from './hit-path.ts'
import { usePageHits } from './use-page-hits.ts'

const clear = () => {
  const [path = '/', search = ''] = currentPath().split('?')
  const query = new URLSearchParams(search)
  query.delete(hitParameter)
  navigate(`${path}${query.size > 0 ? `?${query}` : ''}${window.location.hash}`, { replace: true })
}

/** Highlights the hits on a page that was opened from a search, with a bar to move between them; Esc removes them. */
export function HitMarks({ words }: { words: string }) {
  const { t } = useTranslation('search')
  const { count, current, move } = usePageHits(words)
  useShortcut('escape', clear, { label: t('hits.clear') })
  return (
    <div className={styles.bar} data-foot="" role="group" aria-label={t('hits.label')} data-no-print="">
      <span className={styles.words}>{words}</span>
      <span className={styles.count} role="status">
        {count === 0 ? t('hits.none') : t('hits.count', { at: current + 1, count })}
      </span>
      <IconButton label={t('hits.before')} side="top" disabled={count < 2} onClick={() => move(-1)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={t('hits.after')} side="top" disabled={count < 2} onClick={() => move(1)}>
        <ChevronDownIcon />
      </IconButton>
      <IconButton label={t('hits.clear')} shortcut="escape" side="top" onClick={clear}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
