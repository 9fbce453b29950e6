import { expect, test } from 'vitest'
import { textOf } from '#src/features/export/drawing/drawing.ts'
import { drawMermaid } from '#src/features/export/drawing/mermaid.ts'

test.each([
  [
    'a flowchart',
    'flowchart LR\n  A[开始] --> B{用户已登录?}\n  B -->|是| C["显示 (主页)"]\n  subgraph 服务端\n    C --> D[(数据库)]\n  end\n  style A fill:#f9f',
    ['开始', '用户已登录?', '是', '数据库', '服务端'],
  ],
  ['a flowchart on one line', 'graph TD; A[one; two]-->B; B-->|yes|C;', ['one; two', 'B', 'yes', 'C']],
  [
    'a flowchart without spaces',
    'flowchart LR\n  A[a-->b]-.->B\n  B==>C{x--y}\n  C-- 否 -->D\n  D---E & F',
    ['a-->b', 'B', 'x--y', '否', 'D', 'E', 'F'],
  ],
  ['states', 'stateDiagram-v2\n  [*] --> 待处理\n  待处理 --> 完成 : 提交\n  完成 --> [*]', ['待处理', '完成', '提交']],
  [
    'a sequence',
    'sequenceDiagram\n  participant U as 用户\n  U->>S: 登录请求\n  alt 密码正确\n    S-->>U: 令牌\n  end\n  Note over U,S: 会话',
    ['用户', '登录请求', '令牌', '会话'],
  ],
  [
    'classes',
    'classDiagram\n  Animal <|-- Duck\n  class Duck{\n    +String beak\n    +swim()\n  }',
    ['Animal', 'Duck', 'beak'],
  ],
  [
    'entities',
    'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  CUSTOMER {\n    string name\n  }',
    ['CUSTOMER', 'ORDER', 'places', 'name'],
  ],
])('%s is drawn with all of its words', (_, source, expected) => {
  const drawing = drawMermaid(source)
  const shown = drawing ? textOf(drawing) : ''
  for (const word of expected) expect(shown).toContain(word)
  expect(drawing?.shapes.some((shape) => shape.kind === 'path')).toBe(true)
  // colours are values: there is no style sheet that would give variables one
  const colors = drawing?.shapes.flatMap((shape) => (shape.kind === 'path' ? [shape.fill, shape.stroke?.color] : []))
  expect(colors?.filter((color) => color && color.red + color.green + color.blue > 0).length).toBeGreaterThan(0)
})

test.each([
  ['another kind', 'pie title Pets\n "Dogs" : 386'],
  ['nothing', ''],
  ['a mistake', 'flowchart TD\n  A[['],
  ['a part that the library does not know', 'flowchart TD\n  A[one] --> B[two]\n  C@{ shape: doc, label: "three" }'],
  ['too many lines', `flowchart TD\n${Array.from({ length: 400 }, (_, at) => `  A${at} --> A${at + 1}`).join('\n')}`],
])('%s stays as its source', (_, source) => {
  expect(drawMermaid(source)).toBeUndefined()
})

test('markup in labels is text', () => {
  const drawing = drawMermaid('flowchart TD\n  A["&lt;script&gt;alert(1)&lt;/script&gt;"] --> B[b]')
  if (drawing) expect(textOf(drawing)).toContain('script')
})
