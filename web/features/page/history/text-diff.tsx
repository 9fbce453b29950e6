import { useMemo, useState } from 'react'
import { countChanges, splitLines } from '#web/lib/diff/lines.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OkIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { comparisonAtom } from './atoms.ts'
import { unpackRanges } from './compare.ts'
import { DiffBar } from './diff-bar.tsx'
import { DiffRows } from './diff-rows.tsx'
import { buildDiffRows, changeStarts } from './rows.ts'
import { useChanges } from './use-changes.ts'
import type { DiffOptions } from './use-diff-address.ts'

/** Compares two texts by lines. */
export function TextDiff(props: {
  old: string
  next: string
  look: DiffOptions
  /** Whether there is room for two columns. */
  canSplit: boolean
  onLook: (name: keyof DiffOptions, value: boolean) => void
}) {
  const { old, next, look, canSplit, onLook } = props
  const { split, onlyChanges, ignoreSpace } = look
  const { t } = useTranslation('page-history')
  const [numbers, again] = useQuery(String(ignoreSpace), () => comparisonAtom(old, next, ignoreSpace))
  const stretches = useMemo(() => (numbers ? unpackRanges(numbers) : undefined), [numbers])
  const lines = useMemo(() => ({ old: splitLines(old), new: splitLines(next) }), [old, next])
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(
    () => (stretches ? buildDiffRows(stretches, { split, onlyChanges, open }) : []),
    [stretches, split, onlyChanges, open],
  )
  const starts = useMemo(() => changeStarts(rows), [rows])
  const [wanted, setWanted] = useState<{ row: number }>()
  const { current, ...steps } = useChanges(starts.length, (change) => setWanted({ row: starts[change] ?? 0 }))
  const isSame = stretches?.every(({ same }) => same)
  return (
    <>
      <DiffBar
        counts={stretches && countChanges(stretches)}
        changes={starts.length}
        current={current}
        onNext={steps.next}
        onPrevious={steps.previous}
      >
        {canSplit && <Switch label={t('look.split')} checked={split} onChecked={(on) => onLook('split', on)} />}
        <Switch label={t('look.onlyChanges')} checked={onlyChanges} onChecked={(on) => onLook('onlyChanges', on)} />
        <Switch label={t('look.ignoreSpace')} checked={ignoreSpace} onChecked={(on) => onLook('ignoreSpace', on)} />
      </DiffBar>
      {!stretches && <Loading onRetry={again} />}
      {isSame && (
        <EmptyState
          icon={<OkIcon data-size="32" />}
          text={t(ignoreSpace && old !== next ? 'diff.onlySpace' : 'diff.same')}
        />
      )}
      {stretches && !isSame && (
        <DiffRows
          rows={rows}
          lines={lines}
          split={split}
          ignoreSpace={ignoreSpace}
          wanted={wanted}
          current={current}
          onOpen={(stretch) => setOpen(new Set([...open, stretch]))}
        />
      )}
    </>
  )
}
