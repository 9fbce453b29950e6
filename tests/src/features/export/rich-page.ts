/** A page with everything that Markdown supports. `PICTURE` and `FILE` stand for signs of uploaded files. */
export const richPage = `# 一级标题 Heading one

A paragraph with **bold**, *italic*, ~~struck~~, \`code <x>\`, a [link](https://example.com/a?b=1&c=2), <u>under</u>,
H<sub>2</sub>O, x<sup>2</sup>, <mark>marked</mark>, **粗体**文字，和一个脚注[^1]，再来一个[^long]。第一个again[^1].

## 列表 Lists

1. first
2. second with a paragraph

   inside it
   - nested bullet
     - deeper
       1. deepest
3. third

- [x] done
- [ ] open **task**

5. begins at five
6. six

### Table

| Name | Type | 说明 |
|:-----|:----:|-----:|
| id | int | the id<br>second line |
| name | string | 名称，带有 \`a\\|b\` and **bold** |
| a rather long cell that has to be broken into several lines | x | y |

> A quote
> with two lines
>
> > and one inside

> [!WARNING] Take care
> of this

\`\`\`js
function hello(name) {
\treturn "你好" + name // <b>&
}
\`\`\`

\`\`\`mermaid
graph TD; A-->B
\`\`\`

Inline $a^2+b^2=c^2$ and a block:

$$
\\sum_{i=1}^n i
$$

---

<div class="x" onclick="alert(1)"><p>HTML <b>bold</b> &amp; <a href="javascript:alert(1)">bad</a> <a href="https://good.test">good</a></p>
<script>alert(2)</script><ul><li>one</li><li>two</li></ul></div>

![local picture](/api/attachment/visitFile?sign=PICTURE) ![remote](https://cdn.test/remote.png) [the file](/api/attachment/visitFile?sign=FILE)

Auto https://auto.example.com/x and www.example.com.

[^1]: The **first** note with a [link](https://note.test/).
[^long]: The second note.

    With two paragraphs.
`
