import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Link } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { keyAtom, resetKeyAtom } from './atoms.ts'
import { CodeSamples } from './code-samples.tsx'
import styles from './open-api.module.css'

/** The open API of an item: description, key and token, and code samples. */
export function OpenApiPanel({ item_id }: { item_id: string }) {
  const { t } = useTranslation('open-api')
  const [read, setKey] = useAtom(useMemo(() => keyAtom(item_id), [item_id]))
  const reset = useSetAtom(resetKeyAtom)
  const [asking, setAsking] = useState(false)
  if (!read)
    return (
      <Loading>
        <SkeletonText lines={6} />
      </Loading>
    )
  if ('error' in read) {
    const { error } = read
    return (
      <LoadError
        text={t('failed')}
        message={getErrorMessage(error)}
        requestId={getRequestId(error)}
        onRetry={() => setKey()}
      />
    )
  }
  const { key } = read
  const { last_check_time } = key
  return (
    <div className={styles.panel}>
      <p className={styles.what}>{t('what')}</p>
      <CopyField label={t('key')} value={key.api_key} />
      <CopyField
        label={t('token')}
        value={key.api_token}
        secret
        actions={
          <Button icon={<RefreshIcon />} onClick={() => setAsking(true)}>
            {t('reset.open')}
          </Button>
        }
      />
      <p className={styles.used}>
        {last_check_time === '0' ? (
          t('unused')
        ) : (
          <span title={exactTime(last_check_time)}>{t('used', { time: relativeTime(last_check_time) })}</span>
        )}
      </p>
      <Banner tone="warn">{t('danger')}</Banner>
      <p>
        <Link href="/help/api#openupdatepage">{t('reference')}</Link>
      </p>
      <CodeSamples itemKey={key} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('reset.title')}
        action={t('reset.action')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          setKey(await reset(item_id))
          setAsking(false)
          toast.ok(localized(() => i18next.t('open-api:reset.done')))
        }}
      >
        {t('reset.text')}
      </ConfirmDialog>
    </div>
  )
}
