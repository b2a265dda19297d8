"""What RFC 4287 (appendix B) asks of the elements that our feeds use, as RELAX NG in XML form."""

_KINDS = "<choice><value>text</value><value>html</value></choice>"
_TEXT = f'<optional><attribute name="type">{_KINDS}</attribute></optional><text/>'
_DATE = '<data type="dateTime" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"/>'
_TYPES = "http://www.w3.org/2001/XMLSchema-datatypes"
_URI = f'<data type="anyURI" datatypeLibrary="{_TYPES}"><param name="minLength">1</param></data>'

SCHEMA = f"""<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.w3.org/2005/Atom">
  <start><element name="feed"><optional><attribute name="xml:lang"/></optional><interleave>
    <oneOrMore><ref name="author"/></oneOrMore>
    <ref name="id"/>
    <zeroOrMore><ref name="link"/></zeroOrMore>
    <optional><element name="subtitle">{_TEXT}</element></optional>
    <ref name="title"/>
    <ref name="updated"/>
    <zeroOrMore><ref name="entry"/></zeroOrMore>
  </interleave></element></start>
  <define name="entry"><element name="entry"><interleave>
    <zeroOrMore><ref name="author"/></zeroOrMore>
    <ref name="id"/>
    <oneOrMore><ref name="link"/></oneOrMore>
    <optional><element name="published">{_DATE}</element></optional>
    <optional><element name="summary">{_TEXT}</element></optional>
    <ref name="title"/>
    <ref name="updated"/>
  </interleave></element></define>
  <define name="author"><element name="author"><interleave>
    <element name="name"><data type="string" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"><param
      name="minLength">1</param></data></element>
    <optional><element name="uri">{_URI}</element></optional>
  </interleave></element></define>
  <define name="id"><element name="id">{_URI}</element></define>
  <define name="title"><element name="title">{_TEXT}</element></define>
  <define name="updated"><element name="updated">{_DATE}</element></define>
  <define name="link"><element name="link">
    <attribute name="href">{_URI}</attribute>
    <optional><attribute name="rel"><choice><value>self</value><value>alternate</value></choice></attribute></optional>
    <optional><attribute name="type"/></optional>
  </element></define>
</grammar>"""
