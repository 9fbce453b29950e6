import { useTranslation } from '#web/lib/i18n.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import type { ResultRow, StepResult } from './atoms.ts'

const tones: Record<ResultRow['outcome'] | StepResult['outcome'], BadgeTone> = {
  running: 'info',
  passed: 'ok',
  failed: 'danger',
  stopped: 'neutral',
  interrupted: 'warn',
  skipped: 'neutral',
}

/** How a run or a step ended. */
export function Outcome({ outcome }: { outcome: ResultRow['outcome'] | StepResult['outcome'] }) {
  const { t } = useTranslation('api-run')
  return <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>
}
