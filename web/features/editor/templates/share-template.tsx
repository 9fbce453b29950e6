import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { readShareChoice, shareAtom } from './atoms.ts'
import styles from './template.module.css'
import type { ListedTemplate } from './templates.ts'

/** Selects the items that one of the user's own templates is shared to: everyone who may edit there can use it. */
export function ShareTemplate({ template, onClose }: { template: ListedTemplate; onClose: () => void }) {
  const { t } = useTranslation(['template', 'common'])
  const close = useMountedCallback(onClose)
  const [read, again] = useFetch(template.id, (signal) => readShareChoice(template.id, signal))
  const choice = queryValue(read)
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const [filter, setFilter] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const share = useSetAtom(shareAtom)
  const ticked = changed ?? new Set(choice?.shared)
  const isShown = ({ item_name }: { item_name: string }) =>
    item_name.toLowerCase().includes(filter.trim().toLowerCase())
  const tick = (item_id: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(item_id)
    else next.delete(item_id)
    setChanged(next)
    setError(undefined)
  }
  const save = async () => {
    if (busy || !choice) return
    setBusy(true)
    try {
      await share(template.id, [...ticked])
      close()
      toast.ok(
        localized(() =>
          ticked.size > 0
            ? i18next.t('template:share.done', { count: ticked.size })
            : i18next.t('template:share.ended'),
        ),
      )
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('share.title', { title: template.title })}
      note={t('share.note')}
      dirty={changed !== undefined}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!changed}>
            {t('share.action')}
          </Button>
        </>
      }
    >
      <QueryBoundary result={read} onRetry={again} failed={t('share.failed')} waiting={<SkeletonText lines={5} />}>
        {({ items }) => (
          <div className={styles.share}>
            {error && <Banner tone="danger">{error.text}</Banner>}
            <TextInput
              icon={<SearchIcon />}
              aria-label={t('share.filter')}
              placeholder={t('share.filter')}
              value={filter}
              onValue={setFilter}
            />
            <div className={styles.items}>
              {items.filter(isShown).map(({ item_id, item_name }) => (
                <Checkbox
                  key={item_id}
                  label={item_name}
                  checked={ticked.has(item_id)}
                  onChecked={(on) => tick(item_id, on)}
                />
              ))}
              {!items.some(isShown) && <p className={styles.hint}>{t('share.none')}</p>}
            </div>
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  )
}
