import type { Lang } from '#src/core/i18n.ts'

const en = `Programs can do everything that people do in the browser through these endpoints. They’re ShowDoc’s endpoints, with the same names
and responses, plus some new ones: programs written for ShowDoc work here unchanged.

## Making requests

### Addresses

An endpoint has the address \`/api/{controller}/{action}\` on this site, such as \`/api/page/save\`. Send requests with POST.

- Send fields as a form (\`application/x-www-form-urlencoded\`), as \`multipart/form-data\`, or as a JSON object
  (\`application/json\`). All three mean the same. Text is UTF-8, and each field can be sent only once.
- Read-only endpoints also accept GET, with the fields after the \`?\`. They’re marked **GET or POST**. Links to files use GET too.
- Addresses aren’t case-sensitive.

\`\`\`sh
curl https://docs.example.com/api/item/info \\
  -H 'Authorization: Bearer TOKEN' \\
  -d item_id=600000012
\`\`\`

### Responses

Responses are JSON: \`error_code\` is 0, and \`data\` contains what the table of the endpoint describes.

\`\`\`json
{ "error_code": 0, "data": { "page_id": "100000345" } }
\`\`\`

An error says what’s wrong. Its HTTP status is 200 too: only transport errors have 4xx or 5xx.

\`\`\`json
{ "error_code": 10101, "error_name": "pageGone", "error_message": "...", "request_id": "..." }
\`\`\`

\`error_name\` is for programs: several errors can share a code, but each name is unique. \`error_message\` is for people;
any values it mentions are also in \`error_values\`.
\`request_id\` identifies the request in the server log. Some endpoints return a file, plain text, or JSON without the envelope; their descriptions say so.

### Retrying

A response can get lost on its way. Endpoints that create something accept the header \`Idempotency-Key\` (8 to 100 letters, digits, \`-\`
and \`_\` that you choose; use a new random value for each thing you create). A request with the same key, fields and token is carried out
only once; repeating it within 15 minutes returns the original response. The OpenAPI document shows which endpoints accept this header.

### Authentication

Most endpoints need to know who sends the request. There are three ways.

- **A token**, in the header \`Authorization: Bearer TOKEN\` or in the field \`user_token\`. Sign-in
  ([user/loginByVerify](#userloginbyverify)) returns one; for scripts, run \`docstead token add NAME\` on the server.
  A token is valid for at most 180 days and expires when the password changes. After the \`?\` of a URL, it only works for links to files.
- **A project’s key**, \`api_key\` and \`api_token\`, for the [open API](#open-api). People who can manage the project find it
  in the project settings ([item/getKey](#itemgetkey)). It works for this one project, and pages of other sites can use it too.
- **The access password** of a project that has one, in the field \`_item_pwd\` of read-only endpoints. Attempts are limited, as with sign-in.

A browser session only works for requests from the pages of this site.

### Fields and types

| Type | Format |
|---|---|
| id | 1 to 16 digits, without a leading zero. Anything else is rejected. |
| 1 or 0 | A switch. \`true\`, \`false\` and an empty value work too. |
| text | Any characters except control characters. Text that’s too long is rejected, never cut off. |
| JSON | JSON text in a form; in a JSON body, you can send the value itself. |
| digits | In responses: a number as text, \`"100000345"\`. IDs, counters and times from the database have this format. |
| number | In responses: a calculated number. |
| date and time | \`2026-01-31 18:30:00\`, in the time zone of the server. |

Times without a date are Unix seconds. If you omit an optional field, its value stays unchanged, unless its description says otherwise. Unknown
fields are ignored. \`groups[].id\` means the field \`id\` of each object in the list \`groups\`.

### Language

Messages are in English or Chinese, depending on the header \`Accept-Language\`; without it, in the language of the site.

### ShowDoc addresses

Programs written for ShowDoc don’t need any changes. These addresses lead to the same endpoints:

- \`/server/index.php?s=/api/page/save\`, \`/server/?s=/api/page/save\`, and the same at the root: \`/index.php?s=/api/page/save\`
- \`/server/api/page/save\`
- with fields in the path, \`/server/?s=/api/page/info/page_id/100000345\`
- \`/server/mock-path/...\` and \`/server/mock-data/...\` for mocks, with the query after \`?\` or \`&\`

They’re more lenient: endpoint names can contain underscores, if a field is sent twice the last one counts, the token can be in the header
\`X-API-Token\`, and forms don’t need percent-encoding. If the request names a page or a folder, \`item_id\` can be omitted. As in ShowDoc,
\`<\`, \`>\`, \`"\` and \`&\` are escaped in page texts, and files have full URLs: with the address of the site or, if none is set,
the requested host. ShowDoc’s addresses of projects and pages, such as \`/web/#/ITEM/PAGE\` and \`/index.php?s=/ITEM\`, lead to the same places.

### Limits

| What | Maximum |
|---|---|
| a request, as a form / as JSON | 24 MB / 12 MB; with a page in it 61 MB / 41 MB, if a header or the cookie authenticates the request |
| a page | 5 MB, in a spreadsheet project 20 MB |
| an image / an import | 4 MB / 60 MB |
| an attachment | as set for the site, 4 MB by default |
| fields in a request | 1,000 |
| JSON in a field | 32 levels, 20,000 values |
| password attempts | 5 in 5 minutes for one account, 30 in 15 minutes from one address |

### Common errors

In addition to its own errors, each endpoint can return these.`

const zh = `在浏览器里能做的事，程序都可以通过这些接口完成。接口沿用 ShowDoc 的名称与返回格式，并有所扩充：为 ShowDoc
编写的程序无需修改即可使用。

## 调用方式

### 地址

接口地址为本站的 \`/api/{controller}/{action}\`，例如 \`/api/page/save\`，以 POST 方式调用。

- 字段可以用表单（\`application/x-www-form-urlencoded\`）、\`multipart/form-data\` 或 JSON 对象（\`application/json\`）提交，
  三者含义相同。文本使用 UTF-8 编码，同一字段不能重复出现。
- 只读接口也可以用 GET 调用，字段写在 \`?\` 之后；这类接口标有 **GET 或 POST**。文件下载链接同样使用 GET。
- 地址不区分大小写。

\`\`\`sh
curl https://docs.example.com/api/item/info \\
  -H 'Authorization: Bearer TOKEN' \\
  -d item_id=600000012
\`\`\`

### 响应

返回 JSON：\`error_code\` 为 0，\`data\` 的内容见各接口的说明。

\`\`\`json
{ "error_code": 0, "data": { "page_id": "100000345" } }
\`\`\`

调用被拒绝时会说明原因。此时 HTTP 状态码同样是 200；只有传输层面的失败才使用 4xx 或 5xx。

\`\`\`json
{ "error_code": 10101, "error_name": "pageGone", "error_message": "...", "request_id": "..." }
\`\`\`

\`error_name\` 供程序判断：多种错误可能共用一个错误码，但名称各不相同。\`error_message\` 供人阅读；
其中提到的具体内容（如有）另见 \`error_values\`。
\`request_id\` 对应服务器日志中的请求。少数接口返回文件、纯文本或不带外层的 JSON，会在说明中注明。

### 再次发送

响应可能在途中丢失。新建内容的调用可带请求头 \`Idempotency-Key\`（8 到 100 个字母、数字、\`-\` 或 \`_\`，由调用方自定，每次新建用一个随机值）：
键、字段和令牌都相同的调用只执行一次，15 分钟内再次发送会得到当时的响应。OpenAPI 文档注明了哪些调用支持该请求头。

### 身份

多数接口需要知道调用者是谁，有三种方式。

- **令牌**：放在请求头 \`Authorization: Bearer TOKEN\` 或字段 \`user_token\` 中。登录接口
  （[user/loginByVerify](#userloginbyverify)）会返回令牌；脚本可使用在服务器上执行 \`docstead token add NAME\` 得到的令牌。
  令牌最长 180 天有效，修改密码后失效。写在地址 \`?\` 之后的令牌只对文件下载链接有效。
- **项目密钥**：\`api_key\` 与 \`api_token\`，用于[开放 API](#开放-api)。项目管理者可在项目设置中查看
  （[item/getKey](#itemgetkey)）。密钥只对这一个项目有效，其他网站的页面也可以使用。
- **访问密码**：凭密码访问的项目的访问密码，放在只读接口的字段 \`_item_pwd\` 中。尝试次数与登录一样受限。

浏览器会话只对来自本站页面的请求有效。

### 字段与类型

| 类型 | 传输格式 |
|---|---|
| ID | 1 到 16 位数字，不以 0 开头，其他内容一律拒绝。 |
| 1 或 0 | 开关。也接受 \`true\`、\`false\` 和空值。 |
| 文本 | 除控制字符外的任意字符。超长会被拒绝，不会被截断。 |
| JSON | 表单中为 JSON 文本；在 JSON 请求体中可以直接写成值。 |
| 数字文本 | 仅用于返回：以文本表示的数字，如 \`"100000345"\`。取自数据库的编号、计数和时间都是这种格式。 |
| 数字 | 仅用于返回：由程序计算得出的数字。 |
| 日期时间 | \`2026-01-31 18:30:00\`，服务器所在时区。 |

不带日期的时间均为 Unix 秒。可以不传的字段，除另有说明外，不传即保持不变。未知字段会被忽略。
\`groups[].id\` 表示数组 \`groups\` 中每个对象的 \`id\` 字段。

### 语言

提示信息为中文或英文，由请求头 \`Accept-Language\` 决定；未提供时使用站点的语言。

### ShowDoc 地址

为 ShowDoc 编写的程序无需修改，下列地址对应同样的接口：

- \`/server/index.php?s=/api/page/save\`、\`/server/?s=/api/page/save\`，也可以在根路径：\`/index.php?s=/api/page/save\`
- \`/server/api/page/save\`
- 字段写在路径中：\`/server/?s=/api/page/info/page_id/100000345\`
- Mock：\`/server/mock-path/...\` 与 \`/server/mock-data/...\`，参数可接在 \`?\` 或 \`&\` 之后

这些地址要求更宽松：接口名可以带下划线；重复的字段以最后一个为准；令牌可以放在请求头 \`X-API-Token\` 中；表单可以不做百分号编码；
接口中已指明页面或目录时，可以不传 \`item_id\`。返回的页面内容与 ShowDoc 一样，\`<\`、\`>\`、\`"\` 和 \`&\` 会被转义；
返回的文件地址是完整地址，以站点地址开头，未设置站点地址时使用请求所访问的主机。ShowDoc 的项目和页面地址（如 \`/web/#/ITEM/PAGE\`、
\`/index.php?s=/ITEM\`）会转到对应的位置。

### 限制

| 项目 | 上限 |
|---|---|
| 请求大小（表单 / JSON） | 24 MB / 12 MB；含页面内容且由请求头或 Cookie 表明身份时 61 MB / 41 MB |
| 页面 | 5 MB，表格项目为 20 MB |
| 图片 / 导入文件 | 4 MB / 60 MB |
| 附件 | 由站点设置，默认 4 MB |
| 单个请求的字段数 | 1000 |
| 字段中的 JSON | 32 层，20000 个值 |
| 密码尝试 | 同一账号 5 分钟 5 次，同一地址 15 分钟 30 次 |

### 通用错误

除各接口自己的错误外，任何接口都可能返回下列错误。`

/** How to call the API in general. The table of errors that every endpoint may return follows it. */
export const introduction: Record<Lang, string> = { en, zh }
