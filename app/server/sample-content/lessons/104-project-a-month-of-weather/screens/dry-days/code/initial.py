import pandas as pd
