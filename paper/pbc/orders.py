"""Orders of *colourless green ideas sleep furiously* that a program in the first author's fork labels grammatical.

``sensical_test.py`` of frankniujc/awd-lstm-lm@d9b80ce98adb9327a452a776e13289508a4e5441 (BSD 3-Clause) has a label for
each of the 120 orders, of which these 28 are grammatical. Letters are the initials of the words.
"""

WORDS = "CGISF"
GRAMMATICAL = """
    CGISF CGIFS CISGF CISFG CIFSG CFGIS GCISF GCIFS GISCF GISFC GIFCS GIFSC GFCIS ISCFG
    IFCSG IFGSC SCFGI SGFCI SFCGI SFGCI FCGIS FCISG FCSGI FGCIS FGISC FGSCI FSCGI FSGCI
""".split()  # noqa: SIM905 (a list of 28 lines)
