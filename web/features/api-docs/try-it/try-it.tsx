import { useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { tryItContextAtom } from './atoms.ts'
import { CallForm } from './call-form.tsx'
import { readDraft } from './draft.ts'
import { withChoice } from './request-choice.ts'
import { SocketForm } from './socket-form.tsx'
import { isSocketPage } from './socket-page.ts'
import type { TryItProps } from './try-it-props.ts'
import { withAuth } from './with-auth.ts'

// the description of a page, which knows its authentication, may arrive after the form
/** Sends the request that a page describes, and shows the response. */
export const TryIt = (props: TryItProps) => <ItemTryIt key={JSON.stringify([props.item_id, props.auth])} {...props} />

function ItemTryIt(props: TryItProps) {
  const { text, item_id, page_id, auth = [], choice } = props
  const { t } = useTranslation('api-call')
  const { result, run } = useQueryState(useMemo(() => tryItContextAtom(item_id), [item_id]))
  const reload = () => void run()
  return (
    <QueryBoundary result={result} onRetry={reload} failed={t('failed')} waiting={<SkeletonText lines={6} />}>
      {({ environments, globals }) => {
        if (isSocketPage(text)) return <SocketForm text={text} page_id={page_id} environments={environments} />
        const draft = readDraft(text, globals)
        if (!draft) return <Banner>{t('notHttp')}</Banner>
        const asked = withAuth(draft, auth)
        return (
          <CallForm
            {...props}
            draft={choice ? withChoice(asked, choice) : asked}
            environments={environments}
            onEnvironments={reload}
          />
        )
      }}
    </QueryBoundary>
  )
}

/** Drawer to try the request of a page. */
export function TryItDrawer({ onClose, ...props }: TryItProps & { onClose: () => void }) {
  const { t } = useTranslation('api-call')
  return (
    <Drawer open onClose={onClose} title={t('title')}>
      <TryIt {...props} isPlain />
    </Drawer>
  )
}
