import i18next from 'i18next'
import { atom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { api, getErrorMessage, isApiError } from '#web/lib/api.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { queryFamily, useCachedQuery } from '#web/lib/query.ts'
import { publicAddress } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { PublicIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.ts'
import { CopyUrl } from './copy-url.tsx'
import { expiryDays, publicLinkPath } from './links.ts'
import styles from './share-dialog.module.css'

interface Props {
  page: { page_id: string; page_title: string }
}

/** The public link of a page, and why it may not work. */
interface Sharing {
  /** Empty if there is none. */
  unique_key: string
  /** Unix seconds; 0 for never. */
  expire_time: number
  /** The link has expired and opens nothing any more. */
  isOver: boolean
  /** The page is a draft, which only its author sees; the public link does not show it either. */
  isDraft: boolean
}

const noLink = { unique_key: '', expire_time: 0, isOver: false }

async function readLink(unique_key: string, isDraft: boolean): Promise<Omit<Sharing, 'isDraft'>> {
  if (unique_key === '') return noLink
  try {
    const { expire_time } = await api.page.infoByKey({ unique_key })
    return { unique_key, expire_time, isOver: false }
  } catch (error) {
    if (isApiError(error, 'linkGone')) return { unique_key, expire_time: 0, isOver: !isDraft }
    throw error
  }
}

/** The public links of pages by page_id. */
const sharingsAtom = queryFamily(async (page_id, signal): Promise<Sharing> => {
  const { unique_key, is_draft } = await api.page.info({ page_id }, { signal })
  const isDraft = is_draft === '1'
  return { ...(await readLink(unique_key, isDraft)), isDraft }
}, 5)

/** Creates a public link of a page, which ends the previous one. `days` 0: never expires. */
const sharePageAtom = atom(null, async (get, set, page_id: string, days: string, isDraft: boolean) => {
  const made = await api.page.createSinglePage({ page_id, isCreateSiglePage: 'true', expire_days: days })
  if (Array.isArray(made)) throw new Error('no link was made')
  const { unique_key, expire_time } = made
  await set(get(sharingsAtom).of(page_id), { value: { unique_key, expire_time, isOver: false, isDraft } })
})

/** Removes the public link of a page. */
const unsharePageAtom = atom(null, async (get, set, page_id: string, isDraft: boolean) => {
  await api.page.createSinglePage({ page_id, isCreateSiglePage: 'false' })
  await set(get(sharingsAtom).of(page_id), { value: { ...noLink, isDraft } })
})

function LinkEnd({ sharing }: { sharing: Sharing }) {
  const { t } = useTranslation('share')
  const { expire_time } = sharing
  return (
    <p className={styles.who}>
      <PublicIcon />
      <span>
        {joinSentences([
          t('single.who'),
          expire_time === 0 ? t('single.endless') : t('single.ends', { time: exactTime(expire_time) }),
        ])}
      </span>
    </p>
  )
}

/** The lifetime of a new public link. */
function LinkExpiry({ days, onDays }: { days: string; onDays: (days: string) => void }) {
  const { t } = useTranslation('share')
  const options = expiryDays.map((value) => ({
    value,
    label: value === '0' ? t('life.never') : t('life.days', { count: Number(value) }),
  }))
  return (
    <div className={styles.life}>
      <Field label={t('life.label')}>
        <Select options={options} value={expiryDays.find((one) => one === days) ?? '0'} onValue={onDays} />
      </Field>
    </div>
  )
}

function Controls({ page, sharing }: Props & { sharing: Sharing }) {
  const { t } = useTranslation('share')
  const { unique_key, isOver, isDraft } = sharing
  const share = useSetAtom(sharePageAtom)
  const unshare = useSetAtom(unsharePageAtom)
  const [days, setDays] = useState('0')
  const [busy, setBusy] = useState(false)
  const [x, setConfirming] = useState<'end' | 'renew' | null>(null)
  const [failure, setFailure] = useState<LocalizedText>()
  const isOn = unique_key !== ''
  const make = async () => {
    await share(page.page_id, days, isDraft)
    setConfirming(null)
    announce(t('single.made'))
  }
  const end = async () => {
    await unshare(page.page_id, isDraft)
    setConfirming(null)
    toast.ok(localized(() => i18next.t('share:single.ended')))
  }
  const turn = async (wanted: boolean) => {
    if (busy) return
    if (!wanted) return setConfirming('end')
    setBusy(true)
    setFailure(undefined)
    await make().catch((error: unknown) => setFailure(errorText(error)))
    setBusy(false)
  }
  return (
    <div className={styles.part}>
      <Switch
        label={t('single.switch')}
        help={t('single.help')}
        checked={isOn || busy}
        onChecked={(wanted) => void turn(wanted)}
      />
      {failure && <Banner tone="danger">{failure.text}</Banner>}
      {isDraft && <Banner tone="warn">{t('single.draft')}</Banner>}
      {isOver && <Banner tone="warn">{t('single.over')}</Banner>}
      {!isOn && <LinkExpiry days={days} onDays={setDays} />}
      {isOn && !isOver && (
        <CopyUrl
          label={t('single.address')}
          address={publicAddress(publicLinkPath(unique_key))}
          title={page.page_title}
        >
          <LinkEnd sharing={sharing} />
        </CopyUrl>
      )}
      {isOn && (
        <Button size="s" className={styles.renew} icon={<RefreshIcon />} onClick={() => setConfirming('renew')}>
          {t('single.renew')}
        </Button>
      )}
      <ConfirmDialog
        open={x === 'end'}
        onClose={() => setConfirming(null)}
        title={t('single.endTitle', { page: page.page_title })}
        action={t('single.end')}
        onConfirm={end}
        errorText={getErrorMessage}
      >
        {t('single.effect')}
      </ConfirmDialog>
      <ConfirmDialog
        open={x === 'renew'}
        onClose={() => setConfirming(null)}
        title={t('single.renewTitle', { page: page.page_title })}
        action={t('single.renewAction')}
        onConfirm={make}
        errorText={getErrorMessage}
      >
        <p className={styles.effect}>{t('single.effect')}</p>
        <LinkExpiry days={days} onDays={setDays} />
      </ConfirmDialog>
    </div>
  )
}

/** The public link of one page: create, share and remove it, for users who may edit the page. */
export function PublicLink(props: Props) {
  const { t } = useTranslation('share')
  const [answer, ask] = useCachedQuery(sharingsAtom, props.page.page_id)
  return (
    <QueryBoundary
      result={answer}
      onRetry={() => void ask('again')}
      failed={t('single.failed')}
      waiting={<Skeleton height={120} />}
    >
      {(sharing) => <Controls {...props} sharing={sharing} />}
    </QueryBoundary>
  )
}
