import { useSetAtom } from 'jotai'
import { getRequestId } from '#web/lib/api.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { CookieIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { clearCookiesAtom, readCookies } from './atoms.ts'
import styles from './call.module.css'

/** The cookies that responses have set for an environment: names, not values, and buttons to remove them. */
export function CookiesDialog(props: {
  item_id: string
  /** Empty for no environment. */
  env_id: string
  env_name: string
  onClose: () => void
}) {
  const { item_id, env_id, env_name, onClose } = props
  const { t } = useTranslation('api-call')
  const [read, again] = useFetch(`${item_id} ${env_id}`, (signal) => readCookies({ item_id, env_id }, signal))
  const clear = useSetAtom(clearCookiesAtom)
  const remove = async (which: { host?: string; name?: string } = {}) => {
    try {
      await clear({ item_id, env_id, ...which })
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
    again()
  }
  const hasAny = (queryValue(read)?.length ?? 0) > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={env_name === '' ? t('cookies.title') : t('cookies.titleOf', { name: env_name })}
      note={t('cookies.note')}
      size="m"
      footer={
        <>
          {hasAny && (
            <span className={styles.apart}>
              <Button variant="ghost" onClick={() => void remove()}>
                {t('cookies.clearAll')}
              </Button>
            </span>
          )}
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      <QueryBoundary result={read} onRetry={again} failed={t('cookies.failed')} waiting={<SkeletonText lines={3} />}>
        {(hosts) =>
          hosts.length === 0 ? (
            <EmptyState icon={<CookieIcon data-size="32" />} text={t('cookies.none')} help={t('cookies.noneHelp')} />
          ) : (
            hosts.map(({ host, cookies }) => (
              <section key={host} className={styles.cookieHost} aria-label={host}>
                <h3 className={styles.head}>
                  <span>{host}</span>
                  <Button size="s" variant="ghost" onClick={() => void remove({ host })}>
                    {t('cookies.clear')}
                  </Button>
                </h3>
                <ul className={styles.cookies}>
                  {cookies.map(({ name, path, is_secure, expire_time }) => (
                    <li key={`${name} ${path}`}>
                      <span className={styles.cookieName}>{name}</span>
                      <span className={styles.note}>
                        {[
                          path,
                          ...(is_secure ? [t('cookies.secure')] : []),
                          t('cookies.until', { time: exactTime(expire_time) }),
                        ].join(' · ')}
                      </span>
                      <IconButton
                        size="s"
                        label={t('cookies.remove', { name })}
                        onClick={() => void remove({ host, name })}
                      >
                        <TrashIcon />
                      </IconButton>
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}
