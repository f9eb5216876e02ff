import importlib.util
import unittest

from .support import CheckerTest

HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None
FRAME = "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2], 'b': [0.3, None]}, index=['x', 'y'])\n"


@unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
class Tables(CheckerTest):
    def test_columns_and_shape(self) -> None:
        self.passes('dataframe_columns("df", ["b", "a"])', FRAME)
        self.passes('dataframe_columns("df")', FRAME, FRAME)
        self.passes('dataframe_columns("df", ["a"], allow_more=True)', FRAME)
        self.fails('dataframe_columns("df", ["b", "a"], check_order=True)', "in a different order", FRAME)
        self.fails('dataframe_columns("df", ["a", "c"])', "should have the column 'c'", FRAME)
        self.fails('dataframe_columns("df", ["a"])', "has the column 'b'", FRAME)
        self.fails('dataframe_columns("df", ["a"])', "should be a DataFrame, but it is a list", "df = []")
        self.passes('dataframe_shape("df", rows=2, columns=2)', FRAME)
        self.passes('dataframe_shape("df")', FRAME, FRAME)
        self.fails('dataframe_shape("df", rows=3)', "should have 3 rows, but it has 2", FRAME)

    def test_cells(self) -> None:
        cases = [
            ("df", None),
            ("df * 3 / 3", None),
            ("df.where(df.notna(), float('nan'))", None),
            ("df.assign(a=[1, 3])", "Column 'a', row 'y' of df isn’t right yet: it is 3"),
            ("df.rename(columns={'b': 'c'})", "should have the column 'b'"),
            ("df.reset_index(drop=True)", "Index 1 of df should be a str, but it is a number"),
            ("df.iloc[:1]", "should have 2 rows, but it has 1"),
            ("df.iloc[::-1]", "Index 1 of df isn’t right yet: it is 'y'"),
            ("df.fillna(0)", "Column 'b', row 'y' of df isn’t right yet: it is 0"),
            ("df['a']", "it is a Series"),
        ]
        for made, words in cases:
            code = f"{FRAME}df = {made}"
            with self.subTest(made):
                if words is None:
                    self.passes('dataframe_value("df")\nvariable_value("df")', code, FRAME)
                else:
                    self.fails('dataframe_value("df")', words, code, FRAME)

    def test_what_does_not_matter(self) -> None:
        self.passes('dataframe_value("df", check_row_order=False)', f"{FRAME}df = df.iloc[::-1]", FRAME)
        rounded = "df = df.assign(b=[0.3, 0.3])", "df = df.assign(b=[0.1 + 0.2, 0.3]).iloc[::-1]"
        self.passes('dataframe_value("df", check_row_order=False)', f"{FRAME}{rounded[1]}", f"{FRAME}{rounded[0]}")
        self.passes('dataframe_value("df", check_index=False)', f"{FRAME}df = df.reset_index(drop=True)", FRAME)
        self.passes('dataframe_value("df")', f"{FRAME}df = df[['b', 'a']]", FRAME)
        self.fails('dataframe_value("df", check_column_order=True)', "different order", f"{FRAME}df = df[['b', 'a']]", FRAME)
        self.passes('dataframe_value("df", columns=["a"])', f"{FRAME}df['b'] = 7", FRAME)
        self.passes('dataframe_value("df")', f"{FRAME}df['a'] = df['a'].astype(float)", FRAME)
        self.fails('dataframe_value("df", check_types=True)', "Column a of df should have the type int64", f"{FRAME}df['a'] = df['a'].astype(float)", FRAME)
        self.passes('dataframe_value("df", check_types=True)', f"{FRAME}df['a'] = df['a'].astype('int32')", FRAME)

    def test_columns_of_the_same_name(self) -> None:
        twice = f"{FRAME}df = pd.concat([df, df * 2], axis=1)"
        for options in ("", ", check_row_order=False", ", check_types=True", ", check_column_order=True"):
            with self.subTest(options):
                check = f'dataframe_value("df"{options})'
                self.passes(check, twice, twice)
                self.fails(check, "should have 2 columns, but it has 4", twice, FRAME)
                self.fails(check, "isn’t right yet", twice.replace("df * 2", "df * 3"), twice)
        once_more = f"{FRAME}df = pd.concat([df, df['a']], axis=1)"
        self.fails('dataframe_value("df")', "should have the column 'a' 2 times, but it has it 1", once_more.replace("['a']]", "['b']]"), once_more)
        self.passes('dataframe_value("df", check_row_order=False)', f"{twice}.iloc[::-1, ::-1].iloc[:, [2, 3, 0, 1]]", f"{twice}.iloc[:, [1, 0, 3, 2]]")

    def test_series_index_and_arrays(self) -> None:
        pairs = [
            ("pd.Series([1, 2])", "pd.Series([1.0, 2.0])", None),
            ("pd.Series([1, 2])", "pd.Series([1, 3])", "a[1] isn’t right yet: it is 2"),
            ("pd.Series([1, 2], index=['x', 'y'])", "pd.Series([1, 2])", "Index 1 of a should be a number"),
            ("[1, 2]", "pd.Series([1, 2])", "should be a Series, but it is a list"),
            ("pd.Index([1])", "pd.Index([2])", "Item 1 of a"),
            ("np.array([[1, 2]])", "np.array([[1.0, 2.0]])", None),
            ("np.array([[1, 2]])", "np.array([1, 2])", "should have the shape (2,), but it has (1, 2)"),
            ("pd.Series([None], dtype='object')", "pd.Series([pd.NA], dtype='Int32')", None),
            ("pd.Series([np.nan])", "pd.Series([pd.NA], dtype='Int32')", None),
            ("pd.Series(['x'])", "pd.Series(['x'], dtype='category')", "a should have the type category, but it has object"),
            ("pd.DataFrame({'c': ['x']})", "pd.DataFrame({'c': ['x']}, dtype='category')", "should have the type category, but it has object"),
            ("np.float64(0.5)", "0.5", None),
            ("np.bool_(True)", "True", None),
            ("np.array([np.nan])", "np.array([np.nan])", None),
            ("pd.Timestamp('2024-01-01')", "__import__('datetime').datetime(2024, 1, 1)", None),
            ("pd.Series(pd.to_datetime(['2024-01-01', None]))", "pd.Series(pd.to_datetime(['2024-01-01', None]))", None),
            ("pd.Series(pd.to_datetime(['2024-01-01']))", "pd.Series(pd.to_datetime(['2024-01-02']))", "isn’t right yet: it is datetime."),
        ]
        for one, other, words in pairs:
            code, answer = (f"import pandas as pd, numpy as np\na = {made}" for made in (one, other))
            with self.subTest(one):
                if words is None:
                    self.passes('variable_value("a")', code, answer)
                else:
                    self.fails('variable_value("a")', words, code, answer)


@unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not installed")
class Plots(CheckerTest):
    def setUp(self) -> None:
        import matplotlib

        matplotlib.use("Agg")

    def tearDown(self) -> None:
        import matplotlib.pyplot

        matplotlib.pyplot.close("all")

    def check(self, check: str, drawn: str, words: str = "") -> None:
        self.tearDown()
        code = f"import matplotlib.pyplot as plt\n{drawn}"
        if words:
            self.fails(check, words, code)
        else:
            self.passes(check, code)

    def test_kinds(self) -> None:
        drawn = {
            "line": "plt.plot([1, 2])",
            "scatter": "plt.scatter([1], [2])",
            "bar": "plt.bar(['a', 'b'], [1, 2])",
            "barh": "plt.barh(['a', 'b'], [1, 2])",
            "hist": "plt.hist([1, 2, 2, 3])",
            "pie": "plt.pie([1, 2])",
            "image": "plt.imshow([[1, 2]])",
        }
        for kind, code in drawn.items():
            with self.subTest(kind):
                self.check(f'plot_made("{kind}")', code)
                other = "line" if kind != "line" else "bar"
                self.check(f'plot_made("{other}")', code, f"of the kind {other}, but it is {kind}")

    def test_texts_and_data(self) -> None:
        drawn = "plt.plot([1, 2], [3, 4])\nplt.title('Rain in May')\nplt.xlabel('day')"
        self.check('plot_made(title="Rain", x_label="^day$", x=[1, 2], y=[3, 4])', drawn)
        self.check('plot_made(title="Snow")', drawn, "The title isn’t right yet.")
        self.check('plot_made(y_label="mm")', drawn, "The label of the y axis is missing.")
        self.check("plot_made(y=[3, 5])", drawn, "does not show the data that is expected on its y axis")
        self.check("plot_made(y=[1, 2])", "plt.bar(['a', 'b'], [1, 2])")
        self.check("plot_made()", "x = 1", "There is no plot.")

    def test_gaps_in_a_line(self) -> None:
        made = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2, 3], [1, float('nan'), 0.3])\n"
        self.passes('variable_value("fig")', made.replace("0.3", "0.1 + 0.2"), made)

    def test_a_figure_as_a_value(self) -> None:
        made = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2])\n"
        self.passes('variable_value("fig")', made, made)
        self.fails('variable_value("fig")', "The lines of fig aren’t right yet", made, made.replace("[1, 2]", "[1, 3]"))
