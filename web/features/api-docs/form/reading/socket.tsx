import { useMemo } from 'react'
import type { ApiDoc } from '#shared/api-doc/api-doc.ts'
import { toMarkdown } from '#shared/api-doc/page-markdown.ts'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useMarkdownLabels } from '../use-markdown-labels.ts'
import styles from './reading.module.css'

/** The connection and the messages of a WebSocket. */
export function Socket({ doc }: { doc: ApiDoc }) {
  const labels = useMarkdownLabels()
  const text = useMemo(() => {
    const [success, failure] = doc.responses
    const none = { status: '', name: '', remark: '', example: '', fields: [] }
    const only: ApiDoc = {
      ...doc,
      description: '',
      remark: '',
      responseRemark: '',
      body: '',
      pathVariables: [],
      headers: [],
      query: [],
      cookies: [],
      form: [],
      jsonFields: [],
      responses: [
        { ...success, ...none },
        { ...failure, ...none },
      ],
    }
    return toMarkdown(only, {}, labels)
  }, [doc, labels])
  return text.trim() !== '' ? <MarkdownBody text={text} mode="preview" className={styles.markdown ?? ''} /> : null
}
