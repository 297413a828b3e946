#!/usr/bin/env python3
"""Makes magnetic_published.csv and magnetic_random.csv: fields of the World Magnetic Model.

The published rows are the test values of NOAA NCEI. Those of WMM2010 (WMM2010testvalues.pdf) are in this script. Those
of WMM2020 and WMM2025 (WMM2020_TEST_VALUES.txt, WMM2025_TEST_VALUES.txt) are in PyPI's ahrs 0.4.0, unchanged. The random
rows are computed by PyPI's pygeomag 1.1.0, an independent implementation, for all four releases.

    pip install ahrs==0.4.0 pygeomag==1.1.0
    python3 make_magnetic.py            writes the files
    python3 make_magnetic.py --check    compares them with the committed ones, byte for byte
"""
from importlib.util import find_spec
from pathlib import Path
import random
import sys

from pygeomag import GeoMag

HEADER = "year,height_km,lat_deg,lon_deg,x,y,z,h,f,i_deg,d_deg"
RATES = ",x_rate,y_rate,z_rate,h_rate,f_rate,i_rate,d_rate"

# Year, height, latitude, longitude, D, I, H, X, Y, Z, F, and the rates in the same order. The rates of D and I are in
# minutes of arc per year.
WMM2010 = """
2010 0 80 0 -6.13 82.98 6687.8 6649.5 -714.6 54346.2 54756.2 22.25 0.31 -1.3 3.4 43.2 29.7 29.3
2010 0 0 120 0.97 -16.50 39434.5 39428.8 664.9 -11683.8 41128.9 -1.98 4.54 -2.3 -2.0 -22.7 57.3 -18.5
2010 0 -80 240 70.21 -72.62 16714.0 5657.7 15727.3 -53407.5 55961.8 -4.20 2.18 9.3 22.4 1.8 89.3 -82.5
2010 100 80 0 -6.57 83.04 6374.0 6332.2 -729.1 52194.9 52582.6 22.48 0.30 -1.3 3.5 41.6 26.8 26.5
2010 100 0 120 0.94 -16.62 37457.0 37452.0 611.9 -11180.8 39090.1 -1.91 4.56 -1.9 -1.6 -20.9 54.6 -17.5
2010 100 -80 240 69.62 -72.79 15748.6 5484.3 14762.8 -50834.8 53218.3 -4.11 2.10 8.1 20.5 1.0 83.5 -77.4
2012.5 0 80 0 -5.21 83.00 6685.5 6658.0 -606.7 54420.4 54829.5 22.26 0.26 -0.6 3.4 43.2 29.7 29.4
2012.5 0 0 120 0.88 -16.31 39428.6 39423.9 608.1 -11540.5 41082.8 -1.98 4.55 -2.3 -2.0 -22.7 57.3 -18.3
2012.5 0 -80 240 70.04 -72.53 16737.2 5713.6 15731.8 -53184.3 55755.7 -4.19 2.20 9.3 22.4 1.8 89.3 -82.4
2012.5 100 80 0 -5.63 83.05 6371.6 6340.9 -625.1 52261.9 52648.9 22.50 0.25 -0.6 3.5 41.6 26.8 26.5
2012.5 100 0 120 0.86 -16.43 37452.2 37448.1 559.7 -11044.2 39046.7 -1.91 4.57 -1.9 -1.6 -20.9 54.6 -17.3
2012.5 100 -80 240 69.45 -72.70 15768.9 5535.5 14765.4 -50625.9 53024.9 -4.10 2.12 8.2 20.5 1.0 83.5 -77.3
"""


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


def published():
    for line in WMM2010.strip().splitlines():
        year, *place, d, i, h, x, y, z, f, d_rate, i_rate, h_rate, x_rate, y_rate, z_rate, f_rate = line.split()
        angles = [f"{float(minutes) / 60:.6f}" for minutes in (i_rate, d_rate)]
        yield ",".join([f"{float(year)}", *place, x, y, z, h, f, i, d, x_rate, y_rate, z_rate, h_rate, f_rate, *angles])
    folder = Path(find_spec("ahrs").submodule_search_locations[0]) / "utils"
    # The positions of the columns of HEADER and RATES in each file.
    columns = {2020: [0, 1, 2, 3, 7, 8, 9, 6, 10, 5, 4, 14, 15, 16, 13, 17, 12, 11],
               2025: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18]}
    for year, order in columns.items():
        for line in (folder / f"WMM{year}/WMM{year}_TEST_VALUES.txt").read_text().splitlines():
            cells = line.split()
            if cells and cells[0] != "#":
                yield ",".join(cells[index] for index in order)


def computed():
    random.seed(20241217)
    models = [(2015, GeoMag(coefficients_file="wmm/WMM_2015v2.COF")),
              (2020, GeoMag(coefficients_file="wmm/WMM_2020.COF")),
              (2025, GeoMag(coefficients_file="wmm/WMM_2025.COF"))]
    older = (2010, GeoMag(coefficients_file="wmm/WMM_2010.COF"))
    for number in range(1300):
        epoch, model = models[number % 3] if number < 1000 else older
        year = round(random.uniform(epoch, epoch + 5), 3)
        height, latitude = round(random.uniform(-1, 850), 3), round(random.uniform(-90, 90), 4)
        longitude = round(random.uniform(-180, 180), 4)
        r = model.calculate(glat=latitude, glon=longitude, alt=height, time=year)
        field = ",".join(f"{value:.4f}" for value in (r.x, r.y, r.z, r.h, r.f))
        yield f"{year},{height},{latitude},{longitude},{field},{r.i:.6f},{r.d:.6f}"


write("magnetic_published.csv", [HEADER + RATES, *published()])
write("magnetic_random.csv", [HEADER, *computed()])
