import { useAtomValue } from 'jotai'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { healthAtom, type Measures, measuredHealthAtom, measuresAtom } from './atoms.ts'
import { FindingList } from './finding-list.tsx'
import styles from './health.module.css'

/** All checks, once it is known what the connection lets through. */
function MeasuredFindings({ measures }: { measures: Measures }) {
  const query = useQueryState(useAtomValue(measuredHealthAtom)(currentLang(), measures))
  return <QueryBoundary query={query}>{(findings) => <FindingList findings={findings} />}</QueryBoundary>
}

/** The checks that need no measuring. */
function PlainFindings() {
  const { t } = useTranslation('admin')
  const query = useQueryState(useAtomValue(healthAtom)(currentLang()))
  return (
    <>
      <p className={styles.measuring} role="status">
        {t('health.measuring')}
      </p>
      <QueryBoundary query={query}>{(findings) => <FindingList findings={findings} />}</QueryBoundary>
    </>
  )
}

/** The health of the installation: every check, with what to do about what is not well. */
export function Health() {
  const { t } = useTranslation('admin')
  const measures = useQueryState(measuresAtom)
  const known = queryValue(measures.result)
  return (
    <ScreenFrame
      title={t('section.health')}
      note={t('health.note')}
      actions={
        <Button icon={<RefreshIcon />} busy={measures.isBusy} onClick={() => void measures.run('again')}>
          {t('health.again')}
        </Button>
      }
    >
      {known ? <MeasuredFindings measures={known} /> : <PlainFindings />}
    </ScreenFrame>
  )
}
